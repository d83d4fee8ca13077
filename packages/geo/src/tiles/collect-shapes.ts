import type { OsmNode, OsmRelation, OsmElementVisitor, OsmWay } from "../osm/osm-element";
import { binarySearchIndexOf, GrowableNumberList, sortedUnique } from "../roads/numbers";
import { describeAreaFeature } from "./area-rules";
import type { TileFeatureDescription } from "./drawn";
import { describeBoundaryFeature, describeLineFeature } from "./line-rules";
import { describeLandmarkFeature, describePlaceFeature } from "./point-rules";
import type { PlaneCoordinates } from "./rings";

/** A way that is drawn, by its number in the material. */
export interface DrawnOsmWay {
  readonly way: number;
  readonly drawn: TileFeatureDescription;
}
/** An area that is drawn, whose rim is made of several ways, or has holes. */
export interface DrawnRelation {
  readonly members: readonly number[];
  readonly drawn: readonly TileFeatureDescription[];
}
export interface DrawnPoint {
  readonly lon: number;
  readonly lat: number;
  readonly drawn: TileFeatureDescription;
}

/** Elements of a map that are drawn. Nodes are named by their place in `xs` and `ys`, ways by their number. */
export interface DrawnMapElements {
  readonly points: readonly DrawnPoint[];
  readonly lines: readonly DrawnOsmWay[];
  readonly areas: readonly DrawnOsmWay[];
  readonly relations: readonly DrawnRelation[];
  /** Nodes of a way; those that the map does not hold are -1. */
  nodesOf(way: number): Int32Array;
  /** Longitudes and latitudes in degrees. */
  readonly plane: PlaneCoordinates;
}

/**
 * Collects shapes in three passes over the same file, because ways stand before the relations that need them, and nodes
 * before both: give `relations` to the first reading, `ways` to the second and `places()` to the third.
 */
export class DrawnMapElementCollector {
  readonly relations: OsmElementVisitor = { relation: (relation) => this.addRelation(relation) };
  readonly ways: OsmElementVisitor = { way: (way) => this.addWay(way) };
  private readonly points: DrawnPoint[] = [];
  private readonly lines: DrawnOsmWay[] = [];
  private readonly areas: DrawnOsmWay[] = [];
  private readonly multipolygons: {
    readonly wayIds: readonly number[];
    readonly drawn: readonly TileFeatureDescription[];
  }[] = [];
  /** Level of the largest administrative unit that each way is a border of. */
  private readonly boundaryLevels = new Map<number, number>();
  /** Numbers of the ways that relations need; -1 until the map has named them. */
  private readonly members = new Map<number, number>();
  private readonly refs = new GrowableNumberList();
  private readonly firstRefs = new GrowableNumberList();
  /** Ids of nodes, ascending; places in `plane` go with them. */
  private nodeIds: Float64Array = new Float64Array();
  private plane: PlaneCoordinates = { xs: new Float64Array(), ys: new Float64Array() };
  private next = 0;

  constructor() {
    this.firstRefs.push(0);
  }

  /** Visitor of the third reading; to be asked for when the second one is over. */
  places(): OsmElementVisitor {
    this.nodeIds = sortedUnique(this.refs.view());
    const unknown = () => new Float64Array(this.nodeIds.length).fill(Number.NaN);
    this.plane = { xs: unknown(), ys: unknown() };
    return { node: (node) => this.addNode(node) };
  }

  /** Collected material, when the third reading is over. */
  collected(): DrawnMapElements {
    const { points, lines, areas, plane, nodeIds } = this;
    const [refs, firstRefs] = [this.refs.view(), this.firstRefs.view()];
    const nodeOf = (id: number) => {
      const node = binarySearchIndexOf(nodeIds, id);
      return Number.isNaN(plane.xs[node]) ? -1 : node;
    };
    return {
      points,
      lines,
      areas,
      relations: this.multipolygons.map(({ wayIds, drawn }) => ({
        drawn,
        members: wayIds.map((id) => this.members.get(id) ?? -1).filter((way) => way >= 0),
      })),
      nodesOf: (way) => Int32Array.from(refs.subarray(firstRefs[way], firstRefs[way + 1]), nodeOf),
      plane,
    };
  }

  private addRelation({ tags, members }: OsmRelation) {
    const wayIds = [...new Set(members.flatMap(({ type, ref }) => (type === "way" ? [ref] : [])))];
    const type = tags.get("type");
    if (type === "multipolygon") {
      const drawn = [describeAreaFeature(tags), describeLandmarkFeature(tags)].filter((look) => look !== undefined);
      if (drawn.length === 0) return;
      this.multipolygons.push({ wayIds, drawn });
    } else {
      const level = Number(tags.get("admin_level"));
      if (type !== "boundary" || tags.get("boundary") !== "administrative" || !describeBoundaryFeature(level)) return;
      for (const id of wayIds) this.boundaryLevels.set(id, Math.min(level, this.boundaryLevels.get(id) ?? level));
    }
    for (const id of wayIds) this.members.set(id, -1);
  }

  private addWay({ id, refs, tags }: OsmWay) {
    if (refs.length < 2) return;
    const isClosed = refs.length > 3 && refs[0] === refs.at(-1);
    const level = this.boundaryLevels.get(id);
    const lines = [describeLineFeature(tags), level === undefined ? undefined : describeBoundaryFeature(level)];
    const areas = isClosed ? [describeAreaFeature(tags), describeLandmarkFeature(tags)] : [];
    if (!this.members.has(id) && [...lines, ...areas].every((drawn) => drawn === undefined)) return;
    const way = this.firstRefs.length - 1;
    for (const ref of refs) this.refs.push(ref);
    this.firstRefs.push(this.refs.length);
    if (this.members.has(id)) this.members.set(id, way);
    for (const drawn of lines) if (drawn) this.lines.push({ way, drawn });
    for (const drawn of areas) if (drawn) this.areas.push({ way, drawn });
  }

  private addNode({ id, lon, lat, tags }: OsmNode) {
    const drawn = tags.size === 0 ? undefined : (describePlaceFeature(tags) ?? describeLandmarkFeature(tags));
    if (drawn) this.points.push({ lon, lat, drawn });
    const node = this.indexOf(id);
    if (node < 0) return;
    this.plane.xs[node] = lon;
    this.plane.ys[node] = lat;
  }

  /** Index of a node. Files are usually sorted, so that the next node is the expected one, or comes before it. */
  private indexOf(id: number): number {
    const { next, nodeIds } = this;
    if (next < nodeIds.length && id < (nodeIds[next] as number) && (next === 0 || id > (nodeIds[next - 1] as number)))
      return -1;
    const index = nodeIds[next] === id ? next : binarySearchIndexOf(nodeIds, id);
    if (index >= 0) this.next = index + 1;
    return index;
  }
}
