import type { LonLat } from "../lon-lat";
import type { DrawnMapElements, DrawnPoint, DrawnRelation, DrawnOsmWay } from "./collect-shapes";
import { type TileFeatureDescription, TILE_ZOOM_MAX } from "./drawn";
import { ringArea, joinLinesIntoRings, type PlaneCoordinates, type NodeRing, groupRingsIntoPolygons } from "./rings";

type ShapeGeometry =
  | { readonly type: "Point"; readonly coordinates: LonLat }
  | { readonly type: "LineString"; readonly coordinates: readonly LonLat[] }
  | { readonly type: "Polygon"; readonly coordinates: readonly (readonly LonLat[])[] }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly (readonly LonLat[])[])[] };

/** A feature of GeoJSON with the properties of its drawing. */
export interface MapShape {
  readonly type: "Feature";
  readonly geometry: ShapeGeometry;
  readonly properties: TileFeatureDescription;
}

/** Size in pixels of a screen, each way, below which areas are left to higher zooms. */
const AREA_PIXELS_MIN = 2.5;
const TILE_PIXELS = 512;

/** Makes shapes of a map on demand: all of them at once take many times the memory of their material. */
export class MapShapeFactory {
  /** Number of drawn elements; their indices begin at 0 with the land, then points, lines, areas and relations. */
  readonly count: number;

  /** `coverage` is the rim of the land, closed. */
  constructor(
    private readonly material: DrawnMapElements,
    private readonly coverage: readonly LonLat[] | undefined,
  ) {
    const { points, lines, areas, relations } = material;
    this.count = 1 + points.length + lines.length + areas.length + relations.length;
  }

  /**
   * Shapes of an element: none where the map does not hold enough of it; several where it has gaps, or is drawn in
   * several ways.
   */
  of(number: number): MapShape[] {
    const { points, lines, areas, relations } = this.material;
    if (number === 0) return this.coverage ? [landShape(this.coverage)] : [];
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
  private linesOf({ way, drawn }: DrawnOsmWay): MapShape[] {
    const { material } = this;
    const pieces: LonLat[][] = [[]];
    for (const node of material.nodesOf(way))
      if (node < 0) pieces.push([]);
      else pieces.at(-1)?.push(nodePosition(node, material.plane));
    return pieces
      .filter((coordinates) => coordinates.length > 1)
      .map((coordinates) => makeShape({ type: "LineString", coordinates }, drawn));
  }

  /** Areas of a way; parts that an extract has cut off are skipped: the rim goes straight to the next known node. */
  private areasOf({ way, drawn }: DrawnOsmWay): MapShape[] {
    const ring = this.knownNodesOf(way).slice(1);
    return ring.length >= 3 ? [areaShape([[ring]], drawn, this.material.plane)] : [];
  }

  private relationAreasOf({ members, drawn }: DrawnRelation): MapShape[] {
    const { plane } = this.material;
    const lines = members.map((way) => this.knownNodesOf(way));
    const polygons = groupRingsIntoPolygons(joinLinesIntoRings(lines.filter((line) => line.length > 1)), plane);
    return polygons.length > 0 ? drawn.map((each) => areaShape(polygons, each, plane)) : [];
  }

  private knownNodesOf(way: number): number[] {
    return [...this.material.nodesOf(way)].filter((node) => node >= 0);
  }
}

const makeShape = (geometry: ShapeGeometry, drawn: TileFeatureDescription): MapShape => ({
  type: "Feature",
  geometry,
  properties: drawn,
});
/** Shape of the land that roads lie on. No extract says where the sea begins; the overview of the world does. */
const landShape = (coverage: readonly LonLat[]): MapShape =>
  makeShape(
    { type: "Polygon", coordinates: [coverage] },
    { layer: "earth", minZoom: 0, properties: { kind: "earth" } },
  );
const pointShape = ({ lon, lat, drawn }: DrawnPoint): MapShape =>
  makeShape({ type: "Point", coordinates: [lon, lat] }, drawn);
const nodePosition = (node: number, { xs, ys }: PlaneCoordinates): LonLat => [xs[node] as number, ys[node] as number];

function areaShape(
  polygons: readonly (readonly NodeRing[])[],
  drawn: TileFeatureDescription,
  plane: PlaneCoordinates,
): MapShape {
  const [largest = [], ...others] = polygons.toSorted(
    (one, other) => polygonSize(other, plane) - polygonSize(one, plane),
  );
  // An element with a name of note is written, not drawn.
  if (drawn.layer === "pois") return makeShape({ type: "Point", coordinates: polygonMiddle(largest, plane) }, drawn);
  const coordinates = [largest, ...others].map((rings) => rings.map((ring) => closeRing(ring, plane)));
  const minZoom = Math.max(drawn.minZoom, Math.min(TILE_ZOOM_MAX, lowestVisibleZoom(largest, plane)));
  return makeShape({ type: "MultiPolygon", coordinates }, { ...drawn, minZoom });
}

const closeRing = (ring: NodeRing, plane: PlaneCoordinates): LonLat[] =>
  [...ring, ring[0] as number].map((node) => nodePosition(node, plane));
const polygonSize = ([outline = []]: readonly NodeRing[], plane: PlaneCoordinates) => ringArea(outline, plane);

/** Lowest zoom that shows more than a dot of a polygon. */
function lowestVisibleZoom(polygon: readonly NodeRing[], plane: PlaneCoordinates): number {
  const [, lat] = nodePosition(polygon[0]?.[0] ?? 0, plane);
  const shareOfWorld = Math.sqrt(polygonSize(polygon, plane) / Math.cos((lat * Math.PI) / 180)) / 360;
  return Math.ceil(Math.log2(AREA_PIXELS_MIN / (TILE_PIXELS * shareOfWorld)));
}

function polygonMiddle([outline = []]: readonly NodeRing[], plane: PlaneCoordinates): LonLat {
  const mean = (values: Float64Array) =>
    outline.reduce((sum, node) => sum + (values[node] as number), 0) / outline.length;
  return [mean(plane.xs), mean(plane.ys)];
}
