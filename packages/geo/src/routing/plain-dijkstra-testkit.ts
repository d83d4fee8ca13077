import { groupArcsByState } from "../roads/main-component";
import { MinHeap } from "../roads/min-heap";
import type { RoadNetwork } from "../roads/road-network";
import type { RouteEndpoint, RouteEndpointCandidates } from "./ends";

/**
 * Dijkstra's algorithm over the plain turn graph, without any hierarchy: slow, short, and therefore the reference for
 * all other searches.
 */
export class PlainDijkstra {
  private readonly graph: RoadNetwork["graph"];
  private readonly leaving: ReturnType<typeof groupArcsByState>;
  private readonly weights: Float64Array;

  constructor({ graph }: RoadNetwork) {
    this.graph = graph;
    this.leaving = groupArcsByState(graph.edges.length, graph.tails);
    this.weights = new Float64Array(graph.edges.length);
  }

  /** Weight of the lightest way; Infinity where there is none. */
  weightBetween({ origins }: RouteEndpointCandidates, { destinations }: RouteEndpointCandidates): number {
    this.reachAll(origins);
    const direct = origins.flatMap((origin) =>
      destinations
        .filter((end) => end.state === origin.state && end.share >= origin.share)
        .map((end) => end.durationBefore - origin.durationBefore),
    );
    const around = destinations.map(({ state, durationBefore }) => (this.weights[state] as number) + durationBefore);
    return Math.min(Number.POSITIVE_INFINITY, ...direct, ...around);
  }

  /**
   * Reaches all states. A state counts as reached when it is entered at its beginning; a drive that starts in its
   * middle has not entered it.
   */
  private reachAll(origins: readonly RouteEndpoint[]) {
    const heap = new MinHeap();
    this.weights.fill(Number.POSITIVE_INFINITY);
    for (const { state, durationBefore } of origins) this.relaxFrom(state, -durationBefore, heap);
    while (heap.size > 0) {
      const weight = heap.minKey();
      const state = heap.pop();
      if (weight === this.weights[state]) this.relaxFrom(state, weight, heap);
    }
  }

  private relaxFrom(state: number, weight: number, heap: MinHeap) {
    const { first, arcs } = this.leaving;
    for (let at = first[state] as number; at < (first[state + 1] as number); at++) {
      const arc = arcs[at] as number;
      const head = this.graph.heads[arc] as number;
      const total = weight + (this.graph.weights[arc] as number);
      if (total >= (this.weights[head] as number)) continue;
      this.weights[head] = total;
      heap.push(head, total);
    }
  }
}
