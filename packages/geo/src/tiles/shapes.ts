import type { LonLat } from "../place";
import type { DrawnMaterial } from "./collect-shapes";
import { type Drawn, MAX_ZOOM } from "./drawn";
import { areaOf, joinRings, type Plane, type Ring, toPolygons } from "./rings";

type Geometry =
  | { readonly type: "Point"; readonly coordinates: LonLat }
  | { readonly type: "LineString"; readonly coordinates: readonly LonLat[] }
  | { readonly type: "Polygon"; readonly coordinates: readonly (readonly LonLat[])[] }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly (readonly LonLat[])[])[] };

/** A feature of GeoJSON whose properties say how it is drawn. */
export interface Shape {
  readonly type: "Feature";
  readonly geometry: Geometry;
  readonly properties: Drawn;
}

/** Areas that would cover less than so many pixels of a screen, each way, are left to higher zooms. */
const SMALLEST_PIXELS = 2.5;
const TILE_PIXELS = 512;

export function shapesOf(material: DrawnMaterial): Shape[] {
  const { plane } = material;
  const shapes = material.points.map(({ lon, lat, drawn }) => shape({ type: "Point", coordinates: [lon, lat] }, drawn));
  for (const { way, drawn } of material.lines) shapes.push(...linesOf(material.nodesOf(way), drawn, plane));
  for (const { way, drawn } of material.areas) {
    // What an extract has cut off is passed over: the rim goes straight to the next node that is known.
    const ring = [...material.nodesOf(way)].filter((node) => node >= 0).slice(1);
    if (ring.length >= 3) shapes.push(areaShape([[ring]], drawn, plane));
  }
  for (const { members, drawn } of material.relations) {
    const lines = members.map((way) => [...material.nodesOf(way)].filter((node) => node >= 0));
    const polygons = toPolygons(joinRings(lines.filter((line) => line.length > 1)), plane);
    if (polygons.length > 0) shapes.push(...drawn.map((each) => areaShape(polygons, each, plane)));
  }
  return shapes;
}

const shape = (geometry: Geometry, drawn: Drawn): Shape => ({ type: "Feature", geometry, properties: drawn });

/** A way ends where the map does not know its next node, and begins anew behind it. */
function linesOf(nodes: Int32Array, drawn: Drawn, plane: Plane): Shape[] {
  const pieces: LonLat[][] = [[]];
  for (const node of nodes)
    if (node < 0) pieces.push([]);
    else pieces.at(-1)?.push(positionOf(node, plane));
  return pieces
    .filter((coordinates) => coordinates.length > 1)
    .map((coordinates) => shape({ type: "LineString", coordinates }, drawn));
}

const positionOf = (node: number, { xs, ys }: Plane): LonLat => [xs[node] as number, ys[node] as number];

function areaShape(polygons: readonly (readonly Ring[])[], drawn: Drawn, plane: Plane): Shape {
  const [largest = [], ...others] = polygons.toSorted((one, other) => sizeOf(other, plane) - sizeOf(one, plane));
  // What has a name of note is written, not drawn.
  if (drawn.layer === "pois") return shape({ type: "Point", coordinates: middleOf(largest, plane) }, drawn);
  const coordinates = [largest, ...others].map((rings) => rings.map((ring) => closed(ring, plane)));
  const minZoom = Math.max(drawn.minZoom, Math.min(MAX_ZOOM, zoomThatShows(largest, plane)));
  return shape({ type: "MultiPolygon", coordinates }, { ...drawn, minZoom });
}

const closed = (ring: Ring, plane: Plane): LonLat[] =>
  [...ring, ring[0] as number].map((node) => positionOf(node, plane));
const sizeOf = ([outline = []]: readonly Ring[], plane: Plane) => areaOf(outline, plane);

/** The lowest zoom that shows more than a dot of it. */
function zoomThatShows(polygon: readonly Ring[], plane: Plane): number {
  const [, lat] = positionOf(polygon[0]?.[0] ?? 0, plane);
  const shareOfWorld = Math.sqrt(sizeOf(polygon, plane) / Math.cos((lat * Math.PI) / 180)) / 360;
  return Math.ceil(Math.log2(SMALLEST_PIXELS / (TILE_PIXELS * shareOfWorld)));
}

function middleOf([outline = []]: readonly Ring[], plane: Plane): LonLat {
  const mean = (values: Float64Array) =>
    outline.reduce((sum, node) => sum + (values[node] as number), 0) / outline.length;
  return [mean(plane.xs), mean(plane.ys)];
}
