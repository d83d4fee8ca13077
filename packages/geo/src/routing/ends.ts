import type { RoadNetwork } from "../roads/road-network";
import { arcsByState } from "../roads/main-component";
import type { Snapped } from "./snap-index";

/** One state in which a way may begin or end, and what of its edge lies before the place: milliseconds and centimetres. */
export interface End {
  readonly state: number;
  readonly edge: number;
  /** From 0 at the beginning of the edge to 1. */
  readonly share: number;
  readonly durationBefore: number;
  readonly lengthBefore: number;
}

/** A way may begin in both directions of a road, and end in any state of its edges. */
export interface Ends {
  readonly origins: readonly End[];
  readonly destinations: readonly End[];
}

/** An entrance to the search: a state, its weight so far, and what has been driven before. */
export interface Seed {
  readonly state: number;
  readonly weight: number;
  readonly duration: number;
  readonly length: number;
  readonly end: End;
  /** Whether the edge of `end` has been driven to its end already, and `state` is one that follows. */
  readonly isAhead: boolean;
}

export class EndFinder {
  private readonly network: RoadNetwork;
  private readonly statesByEdge = new Map<number, number[]>();
  private readonly leaving: ReturnType<typeof arcsByState>;

  constructor(network: RoadNetwork) {
    this.network = network;
    const { edges, stateOf, tails } = network.graph;
    // Only states that remember where they came from have to be looked for; the others stand in `stateOf`.
    for (const [state, edge] of edges.entries())
      if (stateOf[edge] !== state) this.statesByEdge.set(edge, [...(this.statesByEdge.get(edge) ?? []), state]);
    this.leaving = arcsByState(edges.length, tails);
  }

  endsOf({ piece, share }: Snapped): Ends {
    const { stateOf } = this.network.graph;
    const directions = [
      { edge: 2 * piece, share },
      { edge: 2 * piece + 1, share: 1 - share },
    ];
    const end = (state: number, edge: number, driven: number): End => ({
      state,
      edge,
      share: driven,
      durationBefore: Math.round(driven * (this.network.pieces.durations[edge] as number)),
      lengthBefore: Math.round(driven * (this.network.pieces.lengths[piece] as number)),
    });
    const own = directions.flatMap(({ edge, share: driven }) => {
      const state = stateOf[edge] as number;
      return state < 0 ? [] : [end(state, edge, driven)];
    });
    const remembering = directions.flatMap(({ edge, share: driven }) =>
      (this.statesByEdge.get(edge) ?? []).map((state) => end(state, edge, driven)),
    );
    return { origins: own, destinations: [...own, ...remembering] };
  }

  /**
   * Where a search begins. Who wants to get to a place behind him on the same edge must not be told that he is there: he
   * begins with what follows the edge.
   */
  seedsOf(origins: readonly End[], destinations: readonly End[]): Seed[] {
    return origins.flatMap((end) => {
      const isBehind = destinations.some((other) => liesBehind(other, end));
      const start = { weight: -end.durationBefore, duration: -end.durationBefore, length: -end.lengthBefore, end };
      return isBehind ? this.seedsAhead(start) : [{ ...start, state: end.state, isAhead: false }];
    });
  }

  private seedsAhead(start: Omit<Seed, "state" | "isAhead">): Seed[] {
    const { heads, weights, durations, lengths } = this.network.graph;
    const { first, arcs } = this.leaving;
    const { state } = start.end;
    return Array.from(arcs.subarray(first[state], first[state + 1]), (arc) => ({
      state: heads[arc] as number,
      weight: start.weight + (weights[arc] as number),
      duration: start.duration + (durations[arc] as number),
      length: start.length + (lengths[arc] as number),
      end: start.end,
      isAhead: true,
    }));
  }
}

/** Whether `other` is on the same stretch, but was passed already. */
export const liesBehind = (other: End, end: End) => other.state === end.state && other.share < end.share;
