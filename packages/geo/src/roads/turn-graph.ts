import { bearingBetween, type LonLat } from "../lon-lat";
import type { MapOmissionCollector } from "../osm/omissions";
import {
  NODE_FLAG_ACCESS_CLOSED,
  NODE_FLAG_ACCESS_LIMITED,
  NODE_FLAG_TRAFFIC_LIGHTS_BACKWARD,
  NODE_FLAG_TRAFFIC_LIGHTS_FORWARD,
  type CollectedRoads,
} from "./collect-roads";
import { GrowableNumberList } from "./numbers";
import { edgesLeadingNowhere, groupEdgesByTailNode, type OutgoingEdges } from "./outgoing-edges";
import {
  COORDINATE_UNITS_PER_DEGREE,
  ROAD_PIECE_FLAG_LIMITED_BACKWARD,
  ROAD_PIECE_FLAG_LIMITED_FORWARD,
  type RoadPieces,
} from "./road-pieces";
import { type TurnRestrictionAutomatonState, TurnRestrictionAutomaton } from "./turn-automaton";
import { LIMITED_ACCESS_ENTRY_WEIGHT, TRAFFIC_LIGHT_MS, turnAngleDegrees, turnDelayMs, U_TURN_MS } from "./turn-cost";
import { headNodeOf, isDrivableEdge, reverseEdgeOf, turnRestrictionPathsOf } from "./turn-rules";

/**
 * Graph that is searched. A state is the beginning of an edge; edges that restrictions over several ways remember have
 * more than one state. An arc drives the edge of its tail and turns into that of its head.
 */
export interface TurnGraph {
  /** Edge of each state. */
  readonly edges: Uint32Array;
  /** State of a drive that begins on an edge, by edge; -1 on edges that may not be driven. */
  readonly stateOf: Int32Array;
  readonly tails: Uint32Array;
  readonly heads: Uint32Array;
  /** Weights to minimise: milliseconds, and a great deal for each entry to a part that is limited to business there. */
  readonly weights: Uint32Array;
  /** Durations in milliseconds. */
  readonly durations: Uint32Array;
  /** Lengths in centimetres. */
  readonly lengths: Uint32Array;
}

export function buildTurnGraph(
  material: CollectedRoads,
  pieces: RoadPieces,
  omissions: MapOmissionCollector,
): TurnGraph {
  const builder = new TurnGraphBuilder(material, pieces, omissions);
  return builder.build();
}

class TurnGraphBuilder {
  private readonly nodeFlags: Uint8Array;
  private readonly pieces: RoadPieces;
  private readonly automaton: TurnRestrictionAutomaton;
  private readonly leaving: OutgoingEdges;
  private readonly leadsNowhere: Uint8Array;
  private readonly stateOf: Int32Array;
  private readonly edges = new GrowableNumberList();
  private readonly memories: (TurnRestrictionAutomatonState | undefined)[] = [];
  private readonly remembering = new Map<TurnRestrictionAutomatonState, number>();
  private readonly arcs = {
    tails: new GrowableNumberList(),
    heads: new GrowableNumberList(),
    turns: new GrowableNumberList(),
    entries: new GrowableNumberList(),
  };

  constructor(material: CollectedRoads, pieces: RoadPieces, omissions: MapOmissionCollector) {
    this.nodeFlags = material.nodeFlags;
    this.pieces = pieces;
    this.automaton = new TurnRestrictionAutomaton(turnRestrictionPathsOf(material, pieces, omissions));
    this.leaving = groupEdgesByTailNode(pieces, material.nodeIds.length);
    this.leadsNowhere = edgesLeadingNowhere(material, pieces, this.leaving);
    this.stateOf = new Int32Array(pieces.count * 2).fill(-1);
  }

  build(): TurnGraph {
    const { pieces, stateOf } = this;
    for (let edge = 0; edge < stateOf.length; edge++)
      if (isDrivableEdge(pieces, edge)) stateOf[edge] = this.addState(edge, this.automaton.memoryOf(edge));
    // The list grows in the loop, by the states that remember more than one edge.
    for (let state = 0; state < this.edges.length; state++) this.addTurnsFrom(state);
    const edges = Uint32Array.from(this.edges.view());
    const tails = Uint32Array.from(this.arcs.tails.view());
    const durations = Uint32Array.from(this.arcs.turns.view());
    const weights = new Uint32Array(tails.length);
    const lengths = new Uint32Array(tails.length);
    const entries = this.arcs.entries.view();
    for (let arc = 0; arc < tails.length; arc++) {
      const edge = edges[tails[arc] as number] as number;
      durations[arc] = (durations[arc] as number) + (pieces.durations[edge] as number);
      weights[arc] = (durations[arc] as number) + (entries[arc] as number) * LIMITED_ACCESS_ENTRY_WEIGHT;
      lengths[arc] = pieces.lengths[edge >> 1] as number;
    }
    return { edges, stateOf, tails, heads: Uint32Array.from(this.arcs.heads.view()), weights, durations, lengths };
  }

  private addState(edge: number, memory: TurnRestrictionAutomatonState | undefined): number {
    this.edges.push(edge);
    this.memories.push(memory);
    return this.memories.length - 1;
  }

  private addTurnsFrom(state: number) {
    const edge = this.edges.view()[state] as number;
    const { first, edges } = this.leaving;
    const node = headNodeOf(this.pieces, edge);
    const isClosed = ((this.nodeFlags[node] as number) & NODE_FLAG_ACCESS_CLOSED) !== 0;
    let ways = 0;
    for (let at = first[node] as number; at < (first[node + 1] as number) && !isClosed; at++) {
      const next = edges[at] as number;
      if (next === reverseEdgeOf(edge) || !this.automaton.allows(this.memories[state], next)) continue;
      this.addTurn(state, next, this.turnTime(edge, next));
      if (this.leadsNowhere[next] === 0) ways++;
    }
    // A U-turn is possible only at the end of a road, where it is the only way on that leads anywhere.
    const back = reverseEdgeOf(edge);
    if (ways === 0 && isDrivableEdge(this.pieces, back) && this.automaton.allows(this.memories[state], back))
      this.addTurn(state, back, U_TURN_MS);
  }

  private addTurn(state: number, next: number, milliseconds: number) {
    const memory = this.automaton.after(this.memories[state], next);
    this.arcs.tails.push(state);
    this.arcs.heads.push(memory && memory.depth > 1 ? this.stateRemembering(memory) : (this.stateOf[next] as number));
    this.arcs.turns.push(milliseconds);
    this.arcs.entries.push(this.entriesOf(this.edges.view()[state] as number, next));
  }

  private stateRemembering(memory: TurnRestrictionAutomatonState): number {
    const known = this.remembering.get(memory);
    if (known !== undefined) return known;
    const state = this.addState(memory.edge, memory);
    this.remembering.set(memory, state);
    return state;
  }

  private turnTime(edge: number, next: number): number {
    const node = headNodeOf(this.pieces, edge);
    const { first, edges } = this.leaving;
    const signals = NODE_FLAG_TRAFFIC_LIGHTS_FORWARD | NODE_FLAG_TRAFFIC_LIGHTS_BACKWARD;
    const waiting = ((this.nodeFlags[node] as number) & signals) === 0 ? 0 : TRAFFIC_LIGHT_MS;
    const choices = edges
      .subarray(first[node], first[node + 1])
      .filter((other) => other !== reverseEdgeOf(edge)).length;
    // A bend of one road is no turn; its speed takes bends into account.
    if (choices < 2) return waiting;
    return (
      waiting +
      turnDelayMs(turnAngleDegrees(edgeBearingAtEnd(this.pieces, edge), edgeBearingAtStart(this.pieces, next)))
    );
  }

  private entriesOf(edge: number, next: number): number {
    const { flags } = this.pieces;
    const enters = isLimitedAccess(flags, next) && !isLimitedAccess(flags, edge);
    const isGate = ((this.nodeFlags[headNodeOf(this.pieces, edge)] as number) & NODE_FLAG_ACCESS_LIMITED) !== 0;
    return enters || isGate ? 1 : 0;
  }
}

/** Bearing of the first stretch of an edge as it is driven, in degrees clockwise from north. */
export function edgeBearingAtStart(pieces: RoadPieces, edge: number): number {
  const [first, last] = pointRangeOf(pieces, edge);
  return (edge & 1) === 0
    ? bearingBetween(roadPointAt(pieces, first), roadPointAt(pieces, first + 1))
    : bearingBetween(roadPointAt(pieces, last), roadPointAt(pieces, last - 1));
}

export function edgeBearingAtEnd(pieces: RoadPieces, edge: number): number {
  const [first, last] = pointRangeOf(pieces, edge);
  return (edge & 1) === 0
    ? bearingBetween(roadPointAt(pieces, last - 1), roadPointAt(pieces, last))
    : bearingBetween(roadPointAt(pieces, first + 1), roadPointAt(pieces, first));
}

function pointRangeOf({ firstPoint }: RoadPieces, edge: number): readonly [number, number] {
  return [firstPoint[edge >> 1] as number, (firstPoint[(edge >> 1) + 1] as number) - 1];
}

export const roadPointAt = (pieces: RoadPieces, index: number): LonLat => [
  longitudeOfRoadPoint(pieces, index),
  latitudeOfRoadPoint(pieces, index),
];
/** Longitude in degrees; for loops that read many points and keep none. */
export const longitudeOfRoadPoint = ({ lons }: RoadPieces, index: number) =>
  (lons[index] as number) / COORDINATE_UNITS_PER_DEGREE;
export const latitudeOfRoadPoint = ({ lats }: RoadPieces, index: number) =>
  (lats[index] as number) / COORDINATE_UNITS_PER_DEGREE;

/** Whether an edge is open only to drivers with business there: each direction of a piece by itself. */
const isLimitedAccess = (flags: Uint8Array, edge: number) =>
  ((flags[edge >> 1] as number) &
    (edge % 2 === 0 ? ROAD_PIECE_FLAG_LIMITED_FORWARD : ROAD_PIECE_FLAG_LIMITED_BACKWARD)) !==
  0;
