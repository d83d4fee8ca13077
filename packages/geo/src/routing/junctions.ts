import { groupEdgesByTailNode, type OutgoingEdges } from "../roads/outgoing-edges";
import type { RoadNetwork } from "../roads/road-network";
import {
  ROAD_PIECE_FLAG_FERRY,
  ROAD_PIECE_FLAG_LINK,
  ROAD_PIECE_FLAG_MOTORWAY,
  ROAD_PIECE_FLAG_ROUNDABOUT,
  ROAD_PIECE_FLAGS_SLIP_LANE,
  type RoadPieces,
} from "../roads/road-pieces";
import { edgeBearingAtEnd, edgeBearingAtStart } from "../roads/turn-graph";
import { turnAngleDegrees } from "../roads/turn-cost";
import { headNodeOf, reverseEdgeOf } from "../roads/turn-rules";

/** Flags of a piece that a driver can see, besides its names. */
const VISIBLE_PIECE_FLAGS =
  ROAD_PIECE_FLAG_FERRY | ROAD_PIECE_FLAG_LINK | ROAD_PIECE_FLAG_MOTORWAY | ROAD_PIECE_FLAG_ROUNDABOUT;

/** Features of a road that a driver can see. */
export interface VisibleRoadFeatures {
  readonly name: string;
  readonly ref: string;
  readonly destinations: string;
  readonly isRoundabout: boolean;
  readonly isFerry: boolean;
  readonly isMotorway: boolean;
  /** Whether it only joins two roads: a ramp of a motorway or trunk road, or the slip lane of another road. */
  readonly isLink: boolean;
  readonly isRamp: boolean;
}

/** Road that leaves a junction, as seen by an arriving driver; degrees from -180 (left) to 180. */
export interface JunctionExit {
  readonly edge: number;
  readonly degrees: number;
}

/** Roads that leave each junction, for the wording of turns. */
export class RoadJunctions {
  private readonly network: RoadNetwork;
  private readonly leaving: OutgoingEdges;
  /** Bearings in degrees clockwise from north at the beginning and at the end of each edge. */
  private readonly starts: Float32Array;
  private readonly ends: Float32Array;

  constructor(network: RoadNetwork) {
    const { pieces } = network;
    const edges = pieces.count * 2;
    this.network = network;
    this.leaving = groupEdgesByTailNode(pieces, countJunctions(pieces));
    this.starts = Float32Array.from({ length: edges }, (_, edge) => edgeBearingAtStart(pieces, edge));
    this.ends = Float32Array.from({ length: edges }, (_, edge) => edgeBearingAtEnd(pieces, edge));
  }

  /** Whether a driver can only go on, or back. */
  isPlain(edge: number): boolean {
    const { first, edges } = this.leaving;
    const node = headNodeOf(this.network.pieces, edge);
    let choices = 0;
    for (let at = first[node] as number; at < (first[node + 1] as number); at++)
      if (edges[at] !== reverseEdgeOf(edge)) choices++;
    return choices < 2;
  }

  /** Whether the road simply goes on: nothing about it changes, and no other road within `degrees` could be meant. */
  goesOn(edge: number, next: number, degrees: number): boolean {
    const { pieces, labelOf } = this.network;
    const differing = (pieces.flags[edge >> 1] as number) ^ (pieces.flags[next >> 1] as number);
    if (
      labelOf[edge >> 1] !== labelOf[next >> 1] ||
      (differing & VISIBLE_PIECE_FLAGS) !== 0 ||
      next === reverseEdgeOf(edge)
    )
      return false;
    const { first, edges } = this.leaving;
    const node = headNodeOf(pieces, edge);
    let others = 0;
    for (let at = first[node] as number; at < (first[node + 1] as number); at++) {
      const other = edges[at] as number;
      if (other === next || other === reverseEdgeOf(edge)) continue;
      if (Math.abs(this.degreesBetween(edge, other)) < degrees) return false;
      others++;
    }
    return others === 0 || Math.abs(this.degreesBetween(edge, next)) < degrees;
  }

  isRoundabout(edge: number): boolean {
    return ((this.network.pieces.flags[edge >> 1] as number) & ROAD_PIECE_FLAG_ROUNDABOUT) !== 0;
  }

  isLink(edge: number): boolean {
    return ((this.network.pieces.flags[edge >> 1] as number) & ROAD_PIECE_FLAG_LINK) !== 0;
  }

  /** Whether a driver who goes from `edge` of a roundabout on to `next` could leave it there. */
  passesWayOut(edge: number, next: number): boolean {
    const { first, edges } = this.leaving;
    const node = headNodeOf(this.network.pieces, edge);
    for (let at = first[node] as number; at < (first[node + 1] as number); at++) {
      const other = edges[at] as number;
      if (other !== next && other !== reverseEdgeOf(edge) && !this.isRoundabout(other)) return true;
    }
    return false;
  }

  /** Edges that can be taken at the end of `edge`, except back. */
  choicesAfter(edge: number): JunctionExit[] {
    const { first, edges } = this.leaving;
    const node = headNodeOf(this.network.pieces, edge);
    const choices: JunctionExit[] = [];
    for (let at = first[node] as number; at < (first[node + 1] as number); at++) {
      const other = edges[at] as number;
      if (other !== reverseEdgeOf(edge)) choices.push({ edge: other, degrees: this.degreesBetween(edge, other) });
    }
    return choices;
  }

  degreesBetween(edge: number, next: number): number {
    return turnAngleDegrees(this.ends[edge] as number, this.starts[next] as number);
  }

  /** Bearing in whole degrees clockwise from north. */
  bearingAtStart(edge: number): number {
    return Math.round(this.starts[edge] as number) % 360;
  }

  bearingAtEnd(edge: number): number {
    return Math.round(this.ends[edge] as number) % 360;
  }

  nameOf(edge: number): string {
    return this.network.labels[(this.network.labelOf[edge >> 1] as number) * 3] as string;
  }

  signsOf(edge: number): VisibleRoadFeatures {
    const { pieces, labels, labelOf } = this.network;
    const flags = pieces.flags[edge >> 1] as number;
    const label = (labelOf[edge >> 1] as number) * 3;
    return {
      name: labels[label] as string,
      ref: labels[label + 1] as string,
      destinations: (edge & 1) === 0 ? (labels[label + 2] as string) : "",
      isRoundabout: (flags & ROAD_PIECE_FLAG_ROUNDABOUT) !== 0,
      isFerry: (flags & ROAD_PIECE_FLAG_FERRY) !== 0,
      isMotorway: (flags & ROAD_PIECE_FLAGS_SLIP_LANE) === ROAD_PIECE_FLAG_MOTORWAY,
      isLink: (flags & ROAD_PIECE_FLAG_LINK) !== 0,
      isRamp: (flags & ROAD_PIECE_FLAGS_SLIP_LANE) === ROAD_PIECE_FLAG_LINK,
    };
  }
}

function countJunctions({ from, to }: RoadPieces): number {
  let last = -1;
  for (const junction of from) if (junction > last) last = junction;
  for (const junction of to) if (junction > last) last = junction;
  return last + 1;
}
