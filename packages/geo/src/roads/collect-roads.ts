import type { OsmNode, OsmRelation, OsmTags, OsmElementVisitor, OsmWay } from "../osm/osm-element";
import { MapImportError } from "../osm/map-import-error";
import type { MapOmissionCollector } from "../osm/omissions";
import { accessOfNode } from "./access";
import { binarySearchIndexOf, GrowableNumberList, sortedUnique } from "./numbers";
import { type RoadWayFacts, parseRoadWay } from "./road-way";
import { type CountryWithKnownSpeedLimits, countryFromSpeedLimitTags } from "./speed";
import { parseTurnRestrictions, type TurnRestriction } from "./turn-restriction";

/** Flags of a node, added up, that say what a driver who passes it meets. */
export const NODE_FLAG_TRAFFIC_LIGHTS_FORWARD = 1;
export const NODE_FLAG_TRAFFIC_LIGHTS_BACKWARD = 2;
export const NODE_FLAG_ACCESS_CLOSED = 4;
export const NODE_FLAG_ACCESS_LIMITED = 8;

/** Parts of a map that roads are made of. Nodes are named by their place in `nodeIds`. */
export interface CollectedRoads {
  readonly ways: readonly RoadWayFacts[];
  readonly wayIds: Float64Array;
  /** Ids of nodes, way after way; way `index` has those from `firstRefs[index]` to before `firstRefs[index + 1]`. */
  readonly refs: Float64Array;
  readonly firstRefs: Float64Array;
  /** Ids of the nodes that roads use, ascending. */
  readonly nodeIds: Float64Array;
  /** Longitudes in degrees; NaN where the map does not hold the node. */
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  readonly nodeFlags: Uint8Array;
  readonly restrictions: readonly TurnRestriction[];
  readonly country: CountryWithKnownSpeedLimits;
}

type WayLists = Pick<CollectedRoads, "ways" | "wayIds" | "refs" | "firstRefs">;
/** Ways as they stand in the file; undefined for a later version of a road that is no road. */
type WayListsOfFile = Omit<WayLists, "ways"> & { readonly ways: readonly (RoadWayFacts | undefined)[] };

/**
 * Collects roads in two passes over the same file, because nodes stand before the ways that need them: give `roads` to
 * the first reading and `places()` to the second.
 */
export class RoadCollector {
  readonly roads: OsmElementVisitor = {
    way: (way) => this.addWay(way),
    relation: (relation) => this.addRelation(relation),
  };
  private readonly ways: (RoadWayFacts | undefined)[] = [];
  private readonly wayIds = new GrowableNumberList();
  private readonly refs = new GrowableNumberList();
  private readonly firstRefs = new GrowableNumberList();
  /** Highest id of a road, and, once a lower one follows, the ids of all roads so far. */
  private highestWayId = Number.NEGATIVE_INFINITY;
  private idsOfRoads: Set<number> | undefined;
  /** Restrictions of the last version of each relation. */
  private readonly restrictions = new Map<number, NonNullable<ReturnType<typeof parseTurnRestrictions>>>();
  private readonly countryVotes = new Map<CountryWithKnownSpeedLimits, number>();
  private material: CollectedRoads | undefined;
  private isDoubled = new Uint8Array();
  private next = 0;

  constructor(private readonly omissions: MapOmissionCollector) {
    this.firstRefs.push(0);
  }

  /**
   * Visitor of the second reading; to be asked for when the first one is over. `country` overrides what most tags say.
   */
  places(country?: CountryWithKnownSpeedLimits): OsmElementVisitor {
    this.idsOfRoads = undefined;
    const { ways, wayIds, refs, firstRefs } = this;
    const lists = { ways, wayIds: wayIds.view(), refs: refs.view(), firstRefs: firstRefs.view() };
    const roads = lastVersionOfWays(lists, this.omissions);
    if (roads.ways.length === 0) throw new MapImportError("no_roads", "The map holds no road that a car may use.");
    const nodeIds = sortedUnique(roads.refs);
    this.isDoubled = new Uint8Array(nodeIds.length);
    this.material = {
      ...roads,
      nodeIds,
      lons: new Float64Array(nodeIds.length).fill(Number.NaN),
      lats: new Float64Array(nodeIds.length).fill(Number.NaN),
      nodeFlags: new Uint8Array(nodeIds.length),
      restrictions: this.understoodRestrictions(),
      country: country ?? this.votedCountry(),
    };
    return { node: (node) => this.addNode(node) };
  }

  /** Collected material, when the second reading is over. */
  collected(): CollectedRoads {
    const { material } = this;
    if (!material?.lons.some((lon) => !Number.isNaN(lon)))
      throw new MapImportError("nodes_missing", "The map holds roads, but none of the nodes that they are drawn by.");
    for (const [index, id] of material.nodeIds.entries())
      if (this.isDoubled[index] === 1) this.omissions.add("NODE_DOUBLED", `node ${id}`);
    return material;
  }

  private addWay({ id, refs, tags }: OsmWay) {
    const way = refs.length < 2 ? undefined : parseRoadWay(tags);
    if (!way && !this.isKnownRoad(id)) return;
    this.ways.push(way);
    this.wayIds.push(id);
    this.idsOfRoads?.add(id);
    this.highestWayId = Math.max(this.highestWayId, id);
    if (way) for (const ref of refs) this.refs.push(ref);
    this.firstRefs.push(this.refs.length);
    const country = countryFromSpeedLimitTags(tags);
    if (country) this.countryVotes.set(country, (this.countryVotes.get(country) ?? 0) + 1);
  }

  /** Whether a road with this id came before. In a sorted file none did, and no set of ids is needed. */
  private isKnownRoad(id: number): boolean {
    if (id > this.highestWayId) return false;
    this.idsOfRoads ??= new Set(this.wayIds.view());
    return this.idsOfRoads.has(id);
  }

  private addRelation(relation: OsmRelation) {
    const restrictions = parseTurnRestrictions(relation);
    if (restrictions) this.restrictions.set(relation.id, restrictions);
    else this.restrictions.delete(relation.id);
  }

  private understoodRestrictions(): TurnRestriction[] {
    const understood: TurnRestriction[] = [];
    for (const [id, restrictions] of this.restrictions)
      if (restrictions === "not_understood") this.omissions.add("TURN_RESTRICTION_NOT_UNDERSTOOD", `relation ${id}`);
      else understood.push(...restrictions);
    return understood;
  }

  private addNode({ id, lon, lat, tags }: OsmNode) {
    const { nodeIds, lons, lats, nodeFlags } = this.material as CollectedRoads;
    const index = this.indexOf(nodeIds, id);
    if (index < 0) return;
    // The last entry of a doubled node counts, as of ways.
    if (!Number.isNaN(lons[index])) this.isDoubled[index] = 1;
    lons[index] = lon;
    lats[index] = lat;
    nodeFlags[index] = nodeFlagsOf(tags);
  }

  /** Index of a node. Files are usually sorted, so that the next node is the expected one, or comes before it. */
  private indexOf(nodeIds: Float64Array, id: number): number {
    const { next } = this;
    if (next < nodeIds.length && id < (nodeIds[next] as number) && (next === 0 || id > (nodeIds[next - 1] as number)))
      return -1;
    const index = nodeIds[next] === id ? next : binarySearchIndexOf(nodeIds, id);
    if (index >= 0) this.next = index + 1;
    return index;
  }

  private votedCountry(): CountryWithKnownSpeedLimits {
    const [first = ["AT"]] = [...this.countryVotes].sort(([, votes], [, others]) => others - votes);
    return first[0] as CountryWithKnownSpeedLimits;
  }
}

/**
 * Last entry of each way. Files that were joined hold elements twice, and two equal ways would make each turn out of
 * them ambiguous.
 */
function lastVersionOfWays(lists: WayListsOfFile, omissions: MapOmissionCollector): WayLists {
  if (sortedUnique(lists.wayIds).length === lists.wayIds.length)
    return { ...lists, ways: lists.ways.filter((facts) => facts !== undefined) };
  const lastOf = new Map<number, number>();
  const doubled = new Set<number>();
  for (const [way, id] of lists.wayIds.entries()) {
    if (lastOf.has(id)) doubled.add(id);
    lastOf.set(id, way);
  }
  for (const id of doubled) omissions.add("WAY_DOUBLED", `way ${id}`);
  const [wayIds, refs, firstRefs] = [new GrowableNumberList(), new GrowableNumberList(), new GrowableNumberList()];
  firstRefs.push(0);
  const ways: RoadWayFacts[] = [];
  for (const [way, facts] of lists.ways.entries()) {
    const id = lists.wayIds[way] as number;
    if (!facts || lastOf.get(id) !== way) continue;
    ways.push(facts);
    wayIds.push(id);
    for (const ref of lists.refs.subarray(lists.firstRefs[way], lists.firstRefs[way + 1])) refs.push(ref);
    firstRefs.push(refs.length);
  }
  return { ways, wayIds: wayIds.view(), refs: refs.view(), firstRefs: firstRefs.view() };
}

function nodeFlagsOf(tags: OsmTags): number {
  if (tags.size === 0) return 0;
  const access = accessOfNode(tags);
  const passage = access === "closed" ? NODE_FLAG_ACCESS_CLOSED : access === "limited" ? NODE_FLAG_ACCESS_LIMITED : 0;
  return passage | trafficLightFlagsOf(tags);
}

function trafficLightFlagsOf(tags: OsmTags): number {
  if (tags.get("highway") !== "traffic_signals" && tags.get("crossing") !== "traffic_signals") return 0;
  switch (tags.get("traffic_signals:direction")) {
    case "forward":
      return NODE_FLAG_TRAFFIC_LIGHTS_FORWARD;
    case "backward":
      return NODE_FLAG_TRAFFIC_LIGHTS_BACKWARD;
    default:
      return NODE_FLAG_TRAFFIC_LIGHTS_FORWARD | NODE_FLAG_TRAFFIC_LIGHTS_BACKWARD;
  }
}
