import type { MapOmissionCollector } from "../osm/omissions";
import { binarySearchIndexOf } from "./numbers";
import { ROAD_PIECE_FLAG_BACKWARD, ROAD_PIECE_FLAG_FORWARD, type RoadPieces } from "./road-pieces";
import type { CollectedRoads } from "./collect-roads";
import type { TurnRestriction } from "./turn-restriction";

/** A way through the edges `path` that must not be finished (or, `isOnly`, must not be left once begun). */
export interface TurnRestrictionPath {
  readonly isOnly: boolean;
  readonly path: readonly number[];
}

/** The opposite edge. An edge is a directed piece: `2 * piece` along its way, `2 * piece + 1` against it. */
export const reverseEdgeOf = (edge: number) => edge ^ 1;
export const tailNodeOf = ({ from, to }: RoadPieces, edge: number) =>
  ((edge & 1) === 0 ? from[edge >> 1] : to[edge >> 1]) as number;
export const headNodeOf = ({ from, to }: RoadPieces, edge: number) =>
  ((edge & 1) === 0 ? to[edge >> 1] : from[edge >> 1]) as number;
export const isDrivableEdge = ({ flags }: RoadPieces, edge: number) =>
  ((flags[edge >> 1] as number) & ((edge & 1) === 0 ? ROAD_PIECE_FLAG_FORWARD : ROAD_PIECE_FLAG_BACKWARD)) !== 0;

/** Restrictions in terms of edges. Those that name missing ways, or several edges where one is meant, are left out. */
export function turnRestrictionPathsOf(
  material: CollectedRoads,
  pieces: RoadPieces,
  omissions: MapOmissionCollector,
): TurnRestrictionPath[] {
  const edges = new WayEdges(pieces, material.wayIds);
  return material.restrictions.flatMap((restriction) => {
    const { isOnly, relation } = restriction;
    const path = edges.pathOf(restriction, material.nodeIds);
    if (path?.every((edge) => isDrivableEdge(pieces, edge))) return [{ isOnly, path }];
    if (!edges.hold(restriction) || !isNodeInMap(material, restriction.viaNode))
      omissions.add("TURN_RESTRICTION_MEMBERS_MISSING", `relation ${relation}`);
    // No rule is needed after an edge that no car reaches, nor for a way that is closed anyway, such as a one-way
    // street.
    else if (!path || (isOnly && isDrivableEdge(pieces, path[0] as number)))
      omissions.add("TURN_RESTRICTION_UNCLEAR", `relation ${relation}`);
    return [];
  });
}

const againstTheWay = (edges: readonly number[]) => edges.toReversed().map(reverseEdgeOf);

function isNodeInMap({ nodeIds, lons }: CollectedRoads, id: number | undefined): boolean {
  if (id === undefined) return true;
  const index = binarySearchIndexOf(nodeIds, id);
  return index >= 0 && !Number.isNaN(lons[index]);
}

class WayEdges {
  private readonly pieces: RoadPieces;
  /** First piece of a way, and the one after its last, by the id of the way. */
  private readonly ranges = new Map<number, readonly [number, number]>();

  constructor(pieces: RoadPieces, wayIds: Float64Array) {
    this.pieces = pieces;
    for (let piece = 0; piece < pieces.count; piece++) {
      const id = wayIds[pieces.ways[piece] as number] as number;
      this.ranges.set(id, [this.ranges.get(id)?.[0] ?? piece, piece + 1]);
    }
  }

  hold({ from, to, viaWays }: TurnRestriction): boolean {
    return [from, ...viaWays, to].every((way) => this.ranges.has(way));
  }

  /** Path of a restriction, possibly over edges that are not drivable; undefined when there is not exactly one. */
  pathOf(restriction: TurnRestriction, nodeIds: Float64Array): number[] | undefined {
    const { from, to, viaNode, viaWays } = restriction;
    const inner: number[] = [];
    let first = viaNode === undefined ? this.meeting(from, viaWays[0]) : binarySearchIndexOf(nodeIds, viaNode);
    const entry = first;
    for (const [index, way] of viaWays.entries()) {
      const exit = this.meeting(way, viaWays[index + 1] ?? to);
      const part = this.along(way, first, exit);
      if (!part) return undefined;
      inner.push(...part);
      first = exit;
    }
    const start = this.only(from, (edge) => headNodeOf(this.pieces, edge) === entry);
    const end = this.only(to, (edge) => tailNodeOf(this.pieces, edge) === first);
    return start === undefined || end === undefined ? undefined : [start, ...inner, end];
  }

  /** Edges driven on `way` from one of its junctions to another; on a loop the way round that is open to traffic. */
  private along(way: number, from: number, to: number): number[] | undefined {
    const forward = this.edgesOf(way).filter((edge) => (edge & 1) === 0);
    const junctions = [
      tailNodeOf(this.pieces, forward[0] ?? 0),
      ...forward.map((edge) => headNodeOf(this.pieces, edge)),
    ];
    const [start, end] = [junctions.indexOf(from), junctions.indexOf(to)];
    if (start < 0 || end < 0 || start === end) return undefined;
    const within = forward.slice(Math.min(start, end), Math.max(start, end));
    const direct = start < end ? within : againstTheWay(within);
    if (junctions[0] !== junctions.at(-1) || this.areDrivable(direct)) return direct;
    // The rest of the loop, over the node where its line begins and ends.
    const rest = [...forward.slice(Math.max(start, end)), ...forward.slice(0, Math.min(start, end))];
    const around = start < end ? againstTheWay(rest) : rest;
    return this.areDrivable(around) ? around : direct;
  }

  private areDrivable(path: readonly number[]): boolean {
    return path.every((edge) => isDrivableEdge(this.pieces, edge));
  }

  /** The one junction that two ways share; -1 when there are none or several. */
  private meeting(way: number, other: number | undefined): number {
    if (other === undefined) return -1;
    const junctions = new Set(this.edgesOf(way).map((edge) => headNodeOf(this.pieces, edge)));
    const shared = new Set(this.edgesOf(other).map((edge) => headNodeOf(this.pieces, edge)));
    const common = [...shared].filter((junction) => junctions.has(junction));
    return common.length === 1 ? (common[0] as number) : -1;
  }

  /** The one drivable edge that fits, or any fitting one where none is drivable. */
  private only(way: number, fits: (edge: number) => boolean): number | undefined {
    const found = this.edgesOf(way).filter(fits);
    const drivable = found.filter((edge) => isDrivableEdge(this.pieces, edge));
    return drivable.length > 1 ? undefined : (drivable[0] ?? found[0]);
  }

  private edgesOf(way: number): number[] {
    const [first, end] = this.ranges.get(way) ?? [0, 0];
    return Array.from({ length: (end - first) * 2 }, (_, index) => first * 2 + index);
  }
}
