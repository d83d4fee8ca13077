interface AreaPolygon {
  readonly type: "Polygon";
  readonly coordinates: readonly (readonly (readonly [lon: number, lat: number])[])[];
}

/** A rough outline as drawn on a map by hand: corners as `lon lat`, the last one leads to the first. */
function parseOutline(corners: string): AreaPolygon {
  const points = corners.split(", ").map((corner) => {
    const [lon = 0, lat = 0] = corner.split(" ").map(Number);
    return [lon, lat] as const;
  });
  return { type: "Polygon", coordinates: [[...points, points[0] as readonly [number, number]]] };
}

const GRAZ_OUTLINE = parseOutline(
  "15.35 47.1, 15.4 47.135, 15.47 47.13, 15.52 47.1, 15.53 47.05, 15.49 47.01, 15.42 47, 15.36 47.04",
);
const LINZ_OUTLINE = parseOutline(
  "14.1 48.2, 14.12 48.3, 14.22 48.38, 14.34 48.4, 14.45 48.33, 14.44 48.22, 14.34 48.15, 14.2 48.14",
);

/** Areas of both companies; real country, invented borders. */
export const areaOutlines = {
  graz: GRAZ_OUTLINE,
  linz: LINZ_OUTLINE,
  south: parseOutline(
    "15.05 46.66, 15.12 46.83, 15.28 46.93, 15.45 46.97, 15.62 46.93, 15.7 46.82, 15.68 46.7, 15.5 46.63, 15.25 46.6",
  ),
  east: parseOutline(
    "15.62 47, 15.6 47.14, 15.68 47.32, 15.85 47.42, 16.05 47.44, 16.16 47.3, 16.12 47.1, 16.08 46.98, 15.98 46.86, 15.78 46.86",
  ),
  upper: parseOutline(
    "14.55 47.13, 14.5 47.27, 14.72 47.4, 15 47.5, 15.22 47.55, 15.45 47.53, 15.5 47.42, 15.34 47.3, 15.1 47.25, 14.92 47.12, 14.7 47.07",
  ),
  around_graz: parseOutline(
    "15.1 46.9, 15.12 47.1, 15.18 47.28, 15.36 47.34, 15.62 47.3, 15.75 47.14, 15.74 46.96, 15.6 46.8, 15.38 46.76, 15.2 46.8",
  ),
  inner_vienna: parseOutline(
    "16.34 48.22, 16.355 48.235, 16.39 48.235, 16.41 48.22, 16.4 48.19, 16.37 48.18, 16.34 48.19",
  ),
  outer_vienna: parseOutline(
    "16.19 48.19, 16.22 48.26, 16.32 48.31, 16.42 48.32, 16.52 48.28, 16.57 48.2, 16.52 48.14, 16.4 48.12, 16.26 48.13",
  ),
  around_vienna: parseOutline(
    "15.95 48.2, 16.02 48.38, 16.2 48.48, 16.45 48.5, 16.72 48.4, 16.8 48.18, 16.7 48, 16.45 47.86, 16.2 47.8, 16.05 47.92, 15.95 48.05",
  ),
} as const;
export type AreaOutline = AreaPolygon;
