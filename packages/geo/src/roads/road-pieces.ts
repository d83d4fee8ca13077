import { MapImportError } from "../osm/map-import-error";
import { type LonLat, metersBetween } from "../lon-lat";
import type { MapOmissionCollector } from "../osm/omissions";
import {
  NODE_FLAG_ACCESS_CLOSED,
  NODE_FLAG_ACCESS_LIMITED,
  NODE_FLAG_TRAFFIC_LIGHTS_BACKWARD,
  NODE_FLAG_TRAFFIC_LIGHTS_FORWARD,
  type CollectedRoads,
} from "./collect-roads";
import { GrowableNumberList } from "./numbers";
import type { RoadWayFacts } from "./road-way";
import { expectedSpeedKmh } from "./speed";
import { TRAFFIC_LIGHT_MS } from "./turn-cost";

export const ROAD_PIECE_FLAG_FORWARD = 1;
export const ROAD_PIECE_FLAG_BACKWARD = 2;
/** Flag: along the way open only to drivers with business there; for the other direction see below. */
export const ROAD_PIECE_FLAG_LIMITED_FORWARD = 4;
export const ROAD_PIECE_FLAG_ROUNDABOUT = 8;
export const ROAD_PIECE_FLAG_FERRY = 16;
export const ROAD_PIECE_FLAG_MOTORWAY = 32;
/** Flag: a ramp of a motorway or trunk road, or, together with the flag of motorways, the slip lane of another road. */
export const ROAD_PIECE_FLAG_LINK = 64;
export const ROAD_PIECE_FLAG_LIMITED_BACKWARD = 128;
/** Both flags of a slip lane, as the byte has no bit left for it. Files made before have ramps in place of slip lanes. */
export const ROAD_PIECE_FLAGS_SLIP_LANE = ROAD_PIECE_FLAG_LINK | ROAD_PIECE_FLAG_MOTORWAY;

/** Unit of coordinates as in OpenStreetMap: this part of a degree, about a centimetre. */
export const COORDINATE_UNITS_PER_DEGREE = 1e7;

/**
 * Roads cut into pieces at junctions. Piece `p` leads from junction `from[p]` to `to[p]` through the points from
 * `firstPoint[p]` to before `firstPoint[p + 1]`, both ends included.
 */
export interface RoadPieces {
  readonly count: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly flags: Uint8Array;
  /** Lengths in centimetres. */
  readonly lengths: Uint32Array;
  /** Durations in milliseconds; of edge `2 * p` along the way, of `2 * p + 1` against it. */
  readonly durations: Uint32Array;
  /** Index of the way; the pieces of one way stand together, in its order. */
  readonly ways: Uint32Array;
  readonly firstPoint: Uint32Array;
  readonly lons: Int32Array;
  readonly lats: Int32Array;
}

/**
 * Longest piece in metres: no road is longer, nor any ferry within a region. Longer pieces come from broken
 * coordinates.
 */
const PIECE_METERS_MAX = 500_000;

/** Cuts ways at junctions, at barriers and where an extract has no node. */
export function cutRoadsIntoPieces(material: CollectedRoads, omissions: MapOmissionCollector): RoadPieces {
  const cutter = new PieceCutter(material, omissions);
  for (let way = 0; way < material.ways.length; way++) cutter.cutWay(way);
  return cutter.pieces();
}

class PieceCutter {
  private readonly material: CollectedRoads;
  private readonly omissions: MapOmissionCollector;
  private readonly nodeOfRef: Int32Array;
  private readonly isCut: Uint8Array;
  private readonly columns = {
    from: new GrowableNumberList(),
    to: new GrowableNumberList(),
    flags: new GrowableNumberList(),
    lengths: new GrowableNumberList(),
    durations: new GrowableNumberList(),
    ways: new GrowableNumberList(),
    firstPoint: new GrowableNumberList(),
    lons: new GrowableNumberList(),
    lats: new GrowableNumberList(),
  };

  constructor(material: CollectedRoads, omissions: MapOmissionCollector) {
    this.material = material;
    this.omissions = omissions;
    this.nodeOfRef = nodeIndexesOfRefs(material);
    this.isCut = findCutNodes(material, this.nodeOfRef);
    this.columns.firstPoint.push(0);
  }

  cutWay(way: number) {
    const { firstRefs, lons, wayIds } = this.material;
    const end = firstRefs[way + 1] as number;
    let nodes: number[] = [];
    for (let ref = firstRefs[way] as number; ref < end; ref++) {
      const node = this.nodeOfRef[ref] as number;
      if (node === nodes.at(-1)) continue;
      const isHeld = !Number.isNaN(lons[node]);
      if (isHeld) nodes.push(node);
      else this.omissions.add("NODES_MISSING", `way ${wayIds[way]}`);
      if (isHeld && this.isCut[node] === 0 && ref < end - 1) continue;
      this.addPiece(way, nodes);
      nodes = isHeld ? [node] : [];
    }
  }

  pieces(): RoadPieces {
    const { from, to, flags, lengths, durations, ways, firstPoint, lons, lats } = this.columns;
    if (from.length === 0) throw new MapImportError("nodes_missing", "No road of the map holds two nodes in a row.");
    return {
      count: from.length,
      from: Uint32Array.from(from.view()),
      to: Uint32Array.from(to.view()),
      flags: Uint8Array.from(flags.view()),
      lengths: Uint32Array.from(lengths.view()),
      durations: Uint32Array.from(durations.view()),
      ways: Uint32Array.from(ways.view()),
      firstPoint: Uint32Array.from(firstPoint.view()),
      lons: Int32Array.from(lons.view()),
      lats: Int32Array.from(lats.view()),
    };
  }

  private addPiece(index: number, nodes: readonly number[]) {
    const { columns, material } = this;
    const way = material.ways[index] as RoadWayFacts;
    const places = nodes.map((node): LonLat => [material.lons[node] as number, material.lats[node] as number]);
    const meters = places.reduce((sum, place, at) => sum + metersBetween(places[at - 1] ?? place, place), 0);
    if (meters > PIECE_METERS_MAX) this.omissions.add("STRETCH_TOO_LONG", `way ${material.wayIds[index]}`);
    if (nodes.length < 2 || meters > PIECE_METERS_MAX) return;
    columns.from.push(nodes[0] as number);
    columns.to.push(nodes.at(-1) as number);
    columns.flags.push(pieceFlagsOf(way));
    columns.lengths.push(Math.round(meters * 100));
    columns.durations.push(this.milliseconds(index, nodes, { isForward: true, meters }));
    columns.durations.push(this.milliseconds(index, nodes, { isForward: false, meters }));
    columns.ways.push(index);
    this.addPoints(places);
  }

  /** Adds the line of a piece. Of points in the same place, between which no road has a direction, one is enough. */
  private addPoints(places: readonly LonLat[]) {
    const { lons, lats, firstPoint } = this.columns;
    const first = lons.length;
    let [lastLon, lastLat] = [Number.NaN, Number.NaN];
    for (const [index, place] of places.entries()) {
      const lon = Math.round(place[0] * COORDINATE_UNITS_PER_DEGREE);
      const lat = Math.round(place[1] * COORDINATE_UNITS_PER_DEGREE);
      const isSecondEnd = index === places.length - 1 && lons.length === first + 1;
      if (lon === lastLon && lat === lastLat && !isSecondEnd) continue;
      lons.push(lon);
      lats.push(lat);
      [lastLon, lastLat] = [lon, lat];
    }
    firstPoint.push(lons.length);
  }

  private milliseconds(index: number, nodes: readonly number[], { isForward, meters }: DrivenWay): number {
    const { ways, nodeFlags, country } = this.material;
    const way = ways[index] as RoadWayFacts;
    const signal = isForward ? NODE_FLAG_TRAFFIC_LIGHTS_FORWARD : NODE_FLAG_TRAFFIC_LIGHTS_BACKWARD;
    const signals = nodes.slice(1, -1).filter((node) => ((nodeFlags[node] as number) & signal) !== 0).length;
    // A ferry's time-table overrides its speed; its pieces share the time by their length.
    const wholeMeters = way.durationSeconds === undefined ? 0 : this.metersOfWay(index);
    const driven =
      way.durationSeconds !== undefined && wholeMeters > 0
        ? (way.durationSeconds * meters) / wholeMeters
        : (meters * 3.6) / expectedSpeedKmh(way.speed, isForward, country);
    return Math.round(driven * 1000) + signals * TRAFFIC_LIGHT_MS;
  }

  private metersOfWay(way: number): number {
    const { firstRefs, lons, lats } = this.material;
    let meters = 0;
    let last: LonLat | undefined;
    for (let ref = firstRefs[way] as number; ref < (firstRefs[way + 1] as number); ref++) {
      const node = this.nodeOfRef[ref] as number;
      const place: LonLat = [lons[node] as number, lats[node] as number];
      if (Number.isNaN(place[0])) continue;
      meters += metersBetween(last ?? place, place);
      last = place;
    }
    return meters;
  }
}

interface DrivenWay {
  readonly isForward: boolean;
  readonly meters: number;
}

function nodeIndexesOfRefs({ refs, nodeIds }: CollectedRoads): Int32Array {
  const indexOf = new Map<number, number>();
  for (let index = 0; index < nodeIds.length; index++) indexOf.set(nodeIds[index] as number, index);
  return Int32Array.from(refs, (id) => indexOf.get(id) as number);
}

/** Marks nodes where ways meet or cross themselves, where a barrier stands, and where a turn restriction begins. */
function findCutNodes({ nodeIds, nodeFlags, restrictions }: CollectedRoads, nodeOfRef: Int32Array): Uint8Array {
  const isCut = new Uint8Array(nodeIds.length);
  const isSeen = new Uint8Array(nodeIds.length);
  for (let index = 0; index < nodeOfRef.length; index++) {
    const node = nodeOfRef[index] as number;
    if (isSeen[node] === 1) isCut[node] = 1;
    isSeen[node] = 1;
  }
  const barred = NODE_FLAG_ACCESS_CLOSED | NODE_FLAG_ACCESS_LIMITED;
  for (let node = 0; node < nodeFlags.length; node++) if (((nodeFlags[node] as number) & barred) !== 0) isCut[node] = 1;
  const via = new Set(restrictions.map(({ viaNode }) => viaNode));
  for (let node = 0; node < nodeIds.length; node++) if (via.has(nodeIds[node])) isCut[node] = 1;
  return isCut;
}

const rampKinds = new Set(["motorway_link", "trunk_link"]);

function pieceFlagsOf({ forward, backward, isRoundabout, isFerry, speed }: RoadWayFacts): number {
  let flags = 0;
  if (forward !== "closed") flags |= ROAD_PIECE_FLAG_FORWARD;
  if (backward !== "closed") flags |= ROAD_PIECE_FLAG_BACKWARD;
  if (forward === "limited") flags |= ROAD_PIECE_FLAG_LIMITED_FORWARD;
  if (backward === "limited") flags |= ROAD_PIECE_FLAG_LIMITED_BACKWARD;
  if (isRoundabout) flags |= ROAD_PIECE_FLAG_ROUNDABOUT;
  if (isFerry) flags |= ROAD_PIECE_FLAG_FERRY;
  if (speed.kind === "motorway") flags |= ROAD_PIECE_FLAG_MOTORWAY;
  if (speed.kind.endsWith("_link"))
    flags |= rampKinds.has(speed.kind) ? ROAD_PIECE_FLAG_LINK : ROAD_PIECE_FLAGS_SLIP_LANE;
  return flags;
}
