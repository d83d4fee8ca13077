import type { LonLat } from "../lon-lat";
import type { DrawnMapElements } from "./collect-shapes";
import { convexHullIndicesOf } from "../hull";
import type { GeoBounds } from "./pmtiles-file";

/** Bounds in degrees around everything that is drawn. */
export function boundsOfDrawnElements({ points, plane }: DrawnMapElements): GeoBounds {
  let [west, south, east, north] = [180, 90, -180, -90];
  const include = (lon: number, lat: number) => {
    // Comparisons with NaN, for nodes that the map does not hold, are false.
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  };
  for (const { lon, lat } of points) include(lon, lat);
  for (let node = 0; node < plane.xs.length; node++) include(plane.xs[node] as number, plane.ys[node] as number);
  return { west, south, east, north };
}

/** Closed hull around all roads: rivers, borders and lakes reach far beyond the rest of an extract. */
export function roadCoverageHullOf(material: DrawnMapElements): LonLat[] | undefined {
  const { xs, ys } = material.plane;
  const ends = new Set<number>();
  for (const { way, drawn } of material.lines) {
    if (drawn.layer !== "roads") continue;
    const nodes = material.nodesOf(way).filter((node) => node >= 0);
    for (const node of [nodes[0], nodes.at(-1)]) if (node !== undefined) ends.add(node);
  }
  const places = [...ends].map((node): LonLat => [xs[node] as number, ys[node] as number]);
  const hull = convexHullIndicesOf({ xs: places.map(([lon]) => lon), ys: places.map(([, lat]) => lat) });
  // Points on one line have no area between them.
  if (hull.length < 3) return undefined;
  return [...hull, hull[0] as number].map((point) => places[point] as LonLat);
}

/** Approximate number of tiles of all zooms within bounds. */
export function estimateTileCountWithin({ west, south, east, north }: GeoBounds, maxZoom: number): number {
  const columns = ((east - west) / 360) * 2 ** maxZoom;
  const rows = (mercatorY(south) - mercatorY(north)) * 2 ** maxZoom;
  return maxZoom + ((Math.ceil(columns) + 1) * (Math.ceil(rows) + 1) * 4) / 3;
}

/** Column in Web Mercator, from 0 in the west to 1 in the east. */
export const mercatorX = (lon: number) => lon / 360 + 0.5;

/**
 * Row in Web Mercator, from 0 in the north to 1 in the south; places nearer to the poles than the world of tiles are on
 * its rim.
 */
export function mercatorY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180);
  return Math.min(1, Math.max(0, 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI));
}
