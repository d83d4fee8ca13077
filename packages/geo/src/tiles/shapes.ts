import type { LonLat } from "../lon-lat";
import type { DrawnMaterial, DrawnPoint, DrawnRelation, DrawnWay } from "./collect-shapes";
import { type Drawn, MAX_ZOOM } from "./drawn";
import { areaOf, joinRings, type Plane, type Ring, toPolygons } from "./rings";

type Geometry =
  | { readonly type: "Point"; readonly coordinates: LonLat }
  | { readonly type: "LineString"; readonly coordinates: readonly LonLat[] }
  | { readonly type: "Polygon"; readonly coordinates: readonly (readonly LonLat[])[] }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly (readonly LonLat[])[])[] };

/** A feature of GeoJSON with the properties of its drawing. */
export interface Shape {
  readonly type: "Feature";
  readonly geometry: Geometry;
  readonly properties: Drawn;
}

/** Size in pixels of a screen, each way, below which areas are left to higher zooms. */
const SMALLEST_PIXELS = 2.5;
const TILE_PIXELS = 512;

/** Makes shapes of a map on demand: all of them at once take many times the memory of their material. */
export class Shapes {
  /** Number of drawn elements; their indices begin at 0 with the land, then points, lines, areas and relations. */
  readonly count: number;

  /** `coverage` is the rim of the land, closed. */
  constructor(
    private readonly material: DrawnMaterial,
    private readonly coverage: readonly LonLat[] | undefined,
  ) {
    const { points, lines, areas, relations } = material;
    this.count = 1 + points.length + lines.length + areas.length + relations.length;
  }

  /**
   * Shapes of an element: none where the map does not hold enough of it; several where it has gaps, or is drawn in
   * several ways.
   */
  of(number: number): Shape[] {
    const { points, lines, areas, relations } = this.material;
    if (number === 0) return this.coverage ? [landOf(this.coverage)] : [];
    let index = number - 1;
    const point = points[index];
    if (point) return [pointShape(point)];
    index -= points.length;
    const line = lines[index];
    if (line) return this.linesOf(line);
    index -= lines.length;
    const area = areas[index];
    if (area) return this.areasOf(area);
    const relation = relations[index - areas.length];
    return relation ? this.relationAreasOf(relation) : [];
  }

  /** Lines of a way, which ends where the map does not know its next node, and starts over behind it. */
  private linesOf({ way, drawn }: DrawnWay): Shape[] {
    const { material } = this;
    const pieces: LonLat[][] = [[]];
    for (const node of material.nodesOf(way))
      if (node < 0) pieces.push([]);
      else pieces.at(-1)?.push(positionOf(node, material.plane));
    return pieces
      .filter((coordinates) => coordinates.length > 1)
      .map((coordinates) => shape({ type: "LineString", coordinates }, drawn));
  }

  /** Areas of a way; parts that an extract has cut off are skipped: the rim goes straight to the next known node. */
  private areasOf({ way, drawn }: DrawnWay): Shape[] {
    const ring = this.knownNodesOf(way).slice(1);
    return ring.length >= 3 ? [areaShape([[ring]], drawn, this.material.plane)] : [];
  }

  private relationAreasOf({ members, drawn }: DrawnRelation): Shape[] {
    const { plane } = this.material;
    const lines = members.map((way) => this.knownNodesOf(way));
    const polygons = toPolygons(joinRings(lines.filter((line) => line.length > 1)), plane);
    return polygons.length > 0 ? drawn.map((each) => areaShape(polygons, each, plane)) : [];
  }

  private knownNodesOf(way: number): number[] {
    return [...this.material.nodesOf(way)].filter((node) => node >= 0);
  }
}

const shape = (geometry: Geometry, drawn: Drawn): Shape => ({ type: "Feature", geometry, properties: drawn });
/** Shape of the land that roads lie on. No extract says where the sea begins; the overview of the world does. */
const landOf = (coverage: readonly LonLat[]): Shape =>
  shape({ type: "Polygon", coordinates: [coverage] }, { layer: "earth", minZoom: 0, properties: { kind: "earth" } });
const pointShape = ({ lon, lat, drawn }: DrawnPoint): Shape => shape({ type: "Point", coordinates: [lon, lat] }, drawn);
const positionOf = (node: number, { xs, ys }: Plane): LonLat => [xs[node] as number, ys[node] as number];

function areaShape(polygons: readonly (readonly Ring[])[], drawn: Drawn, plane: Plane): Shape {
  const [largest = [], ...others] = polygons.toSorted((one, other) => sizeOf(other, plane) - sizeOf(one, plane));
  // An element with a name of note is written, not drawn.
  if (drawn.layer === "pois") return shape({ type: "Point", coordinates: middleOf(largest, plane) }, drawn);
  const coordinates = [largest, ...others].map((rings) => rings.map((ring) => closed(ring, plane)));
  const minZoom = Math.max(drawn.minZoom, Math.min(MAX_ZOOM, zoomThatShows(largest, plane)));
  return shape({ type: "MultiPolygon", coordinates }, { ...drawn, minZoom });
}

const closed = (ring: Ring, plane: Plane): LonLat[] =>
  [...ring, ring[0] as number].map((node) => positionOf(node, plane));
const sizeOf = ([outline = []]: readonly Ring[], plane: Plane) => areaOf(outline, plane);

/** Lowest zoom that shows more than a dot of a polygon. */
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
