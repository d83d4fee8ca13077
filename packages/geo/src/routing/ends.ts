import type { RoadNetwork } from "../roads/road-network";
import { groupArcsByState } from "../roads/main-component";
import type { SnappedPlace } from "./snap-index";

/** State in which a way may begin or end, and the part of its edge before the place: milliseconds and centimetres. */
export interface RouteEndpoint {
  readonly state: number;
  readonly edge: number;
  /** Position on the edge, from 0 at its beginning to 1. */
  readonly share: number;
  /** Index of the piece's last point before the place, in the direction of its way. */
  readonly point: number;
  readonly durationBefore: number;
  readonly lengthBefore: number;
}

/** Starts and ends of a route, which may begin in both directions of a road, and end in any state of its edges. */
export interface RouteEndpointCandidates {
  readonly origins: readonly RouteEndpoint[];
  readonly destinations: readonly RouteEndpoint[];
}

/** Entrance to the search: a state, its weight so far, and the way driven before. */
export interface RouteSearchStart {
  readonly state: number;
  readonly weight: number;
  readonly duration: number;
  readonly length: number;
  readonly end: RouteEndpoint;
  /** Whether the edge of `end` has been driven to its end already, so that `state` is on an edge after it. */
  readonly isAhead: boolean;
}

export class RouteEndpointFinder {
  private readonly network: RoadNetwork;
  private readonly statesByEdge = new Map<number, number[]>();
  private readonly leaving: ReturnType<typeof groupArcsByState>;

  constructor(network: RoadNetwork) {
    this.network = network;
    const { edges, stateOf, tails } = network.graph;
    // Only states that remember earlier edges have to be looked for; the others stand in `stateOf`.
    for (const [state, edge] of edges.entries())
      if (stateOf[edge] !== state) this.statesByEdge.set(edge, [...(this.statesByEdge.get(edge) ?? []), state]);
    this.leaving = groupArcsByState(edges.length, tails);
  }

  endsOf({ piece, point, share }: SnappedPlace): RouteEndpointCandidates {
    const { stateOf } = this.network.graph;
    const along = this.endAt(2 * piece, share, point);
    const against = this.endAt(2 * piece + 1, 1 - share, point);
    const origins: RouteEndpoint[] = [];
    for (const end of [along, against]) if ((stateOf[end.edge] as number) >= 0) origins.push(end);
    const destinations = origins.slice();
    for (const end of [along, against])
      for (const state of this.statesByEdge.get(end.edge) ?? []) destinations.push({ ...end, state });
    return { origins, destinations };
  }

  private endAt(edge: number, share: number, point: number): RouteEndpoint {
    const { pieces, graph } = this.network;
    return {
      state: graph.stateOf[edge] as number,
      edge,
      share,
      point,
      durationBefore: Math.round(share * (pieces.durations[edge] as number)),
      lengthBefore: Math.round(share * (pieces.lengths[edge >> 1] as number)),
    };
  }

  /**
   * States where a search begins. When the destination lies behind the driver on the same edge, the search begins after
   * the edge, so that the driver is not told to be there already.
   */
  seedsOf(origins: readonly RouteEndpoint[], destinations: readonly RouteEndpoint[]): RouteSearchStart[] {
    const seeds: RouteSearchStart[] = [];
    for (const end of origins) {
      const [weight, duration, length] = [-end.durationBefore, -end.durationBefore, -end.lengthBefore];
      const start: RouteSearchStart = { state: end.state, weight, duration, length, end, isAhead: false };
      if (destinations.some((other) => isEarlierOnSameEdge(other, end))) this.addSeedsAhead(seeds, start);
      else seeds.push(start);
    }
    return seeds;
  }

  private addSeedsAhead(seeds: RouteSearchStart[], start: RouteSearchStart) {
    const { heads, weights, durations, lengths } = this.network.graph;
    const { first, arcs } = this.leaving;
    for (let at = first[start.state] as number; at < (first[start.state + 1] as number); at++) {
      const arc = arcs[at] as number;
      seeds.push({
        state: heads[arc] as number,
        weight: start.weight + (weights[arc] as number),
        duration: start.duration + (durations[arc] as number),
        length: start.length + (lengths[arc] as number),
        end: start.end,
        isAhead: true,
      });
    }
  }
}

/** Whether `other` is on the same stretch, but was passed already. */
export const isEarlierOnSameEdge = (other: RouteEndpoint, end: RouteEndpoint) =>
  other.state === end.state && other.share < end.share;
