export interface LatLonPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Positions along the straight line between two points; the last one is its end. */
export function waypointsBetween(from: LatLonPoint, to: LatLonPoint, count: number): LatLonPoint[] {
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count;
    return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share };
  });
}

/** Heading clockwise from north, on the scale of a town. */
export function headingBetween(from: LatLonPoint, to: LatLonPoint): number {
  const east = (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180);
  const degrees = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI;
  return Math.round((degrees + 360) % 360);
}
