import { type ContractionHierarchy, NO_VIA_RANK } from "../roads/hierarchy";
import { MinHeap } from "../roads/min-heap";
import type { RouteEndpoint, RouteSearchStart } from "./ends";

/** The lightest way from one of the seeds to one of the destinations. Milliseconds and centimetres. */
export interface HierarchyPath {
  readonly weight: number;
  readonly duration: number;
  readonly length: number;
  readonly seed: RouteSearchStart;
  readonly destination: RouteEndpoint;
  /** Ranks of the states on the way, both ends included, and the arcs of the hierarchy that lead from one to the next. */
  readonly ranks: readonly number[];
  readonly arcs: readonly number[];
}

/** Rank where two halves of a search meet, and the weight of the lightest way over it. */
export interface SearchMeetingPoint {
  readonly rank: number;
  readonly weight: number;
}

/** One half of the search: climbs the hierarchy from its entrances and remembers the way. */
class UpwardSearch {
  readonly heap = new MinHeap();
  /** Weights of the ranks reached in this run. */
  private readonly weights: Float64Array;
  private readonly runs: Uint32Array;
  /** Arc by which a rank was reached, and from which rank; `NO_VIA_RANK` and the number of the entrance at the start. */
  readonly arcs: Uint32Array;
  readonly froms: Uint32Array;
  private run = 0;
  private readonly hierarchy: ContractionHierarchy;
  /** Direction of the search. 0: along the arcs, from the origin. 1: against them, from the destination. */
  private readonly side: 0 | 1;

  constructor(hierarchy: ContractionHierarchy, side: 0 | 1) {
    const states = hierarchy.ranks.length;
    this.hierarchy = hierarchy;
    this.side = side;
    this.weights = new Float64Array(states);
    this.runs = new Uint32Array(states);
    this.arcs = new Uint32Array(states);
    this.froms = new Uint32Array(states);
  }

  begin() {
    this.run++;
    this.heap.clear();
  }

  weightOf(rank: number): number {
    return this.runs[rank] === this.run ? (this.weights[rank] as number) : Number.POSITIVE_INFINITY;
  }

  reach(rank: number, weight: number, how: { arc: number; from: number }) {
    if (this.weightOf(rank) <= weight) return;
    this.runs[rank] = this.run;
    this.weights[rank] = weight;
    this.arcs[rank] = how.arc;
    this.froms[rank] = how.from;
    this.heap.push(rank, weight);
  }

  /** Settles the nearest rank and climbs on from it; -1 when it was settled before. */
  settle(): number {
    const weight = this.heap.minKey();
    const rank = this.heap.pop();
    if (weight > (this.weights[rank] as number)) return -1;
    if (!this.isStalled(rank, weight)) this.climb(rank, weight);
    return rank;
  }

  private climb(rank: number, weight: number) {
    const { first, ends, weights } = this.hierarchy;
    const end = first[2 * rank + this.side + 1] as number;
    for (let arc = first[2 * rank + this.side] as number; arc < end; arc++) {
      const next = ends[arc] as number;
      const total = weight + (weights[arc] as number);
      if (this.runs[next] === this.run && (this.weights[next] as number) <= total) continue;
      this.runs[next] = this.run;
      this.weights[next] = total;
      this.arcs[next] = arc;
      this.froms[next] = rank;
      this.heap.push(next, total);
    }
  }

  /** Settles all ranks up to a weight, whatever the other half has found. */
  settleUpTo(weight: number) {
    while (this.heap.minKey() <= weight) this.settle();
  }

  /**
   * Whether the rank can be reached more cheaply from above: then it is not on the lightest way, and the search stops
   * there.
   */
  private isStalled(rank: number, weight: number): boolean {
    const { first, ends, weights } = this.hierarchy;
    const end = first[2 * rank + 2 - this.side] as number;
    for (let arc = first[2 * rank + 1 - this.side] as number; arc < end; arc++) {
      const above = ends[arc] as number;
      if (this.runs[above] === this.run && (this.weights[above] as number) + (weights[arc] as number) < weight)
        return true;
    }
    return false;
  }

  /** Arcs from `rank` back to its entrance, and the number of that entrance. */
  trailTo(rank: number): { arcs: number[]; entrance: number } {
    const arcs: number[] = [];
    let at = rank;
    for (let arc = this.arcs[at] as number; arc !== NO_VIA_RANK; arc = this.arcs[at] as number) {
      arcs.push(arc);
      at = this.froms[at] as number;
    }
    return { arcs, entrance: this.froms[at] as number };
  }
}

/** Searches one way at a time; holds two numbers for each state, so that one is made for a network and kept. */
export class HierarchySearch {
  private readonly hierarchy: ContractionHierarchy;
  private readonly forward: UpwardSearch;
  private readonly backward: UpwardSearch;

  constructor(hierarchy: ContractionHierarchy) {
    this.hierarchy = hierarchy;
    this.forward = new UpwardSearch(hierarchy, 0);
    this.backward = new UpwardSearch(hierarchy, 1);
  }

  find(seeds: readonly RouteSearchStart[], destinations: readonly RouteEndpoint[]): HierarchyPath | undefined {
    const { forward, backward } = this;
    const { ranks } = this.hierarchy;
    forward.begin();
    backward.begin();
    for (const [index, { state, weight }] of seeds.entries())
      forward.reach(ranks[state] as number, weight, { arc: NO_VIA_RANK, from: index });
    for (const [index, { state, durationBefore }] of destinations.entries())
      backward.reach(ranks[state] as number, durationBefore, { arc: NO_VIA_RANK, from: index });
    const meeting = this.meet();
    return meeting < 0 ? undefined : this.pathOver(meeting, seeds, destinations);
  }

  /** Places where the two halves meet after `find`, on ways of at most that weight, lightest first. */
  meetings(atMost: number): SearchMeetingPoint[] {
    const { forward, backward } = this;
    forward.settleUpTo(atMost);
    backward.settleUpTo(atMost);
    const found: SearchMeetingPoint[] = [];
    for (let rank = 0; rank < this.hierarchy.ranks.length; rank++) {
      const weight = forward.weightOf(rank) + backward.weightOf(rank);
      if (weight <= atMost) found.push({ rank, weight });
    }
    return found.sort((one, other) => one.weight - other.weight);
  }

  /** Weight of the lightest way from one rank to another; infinite where there is none. Ends what `find` has begun. */
  weightBetween(from: number, to: number): number {
    const { forward, backward } = this;
    forward.begin();
    backward.begin();
    forward.reach(from, 0, { arc: NO_VIA_RANK, from: 0 });
    backward.reach(to, 0, { arc: NO_VIA_RANK, from: 0 });
    const meeting = this.meet();
    return meeting < 0 ? Number.POSITIVE_INFINITY : forward.weightOf(meeting) + backward.weightOf(meeting);
  }

  /** Lets both halves climb in turns until neither can find a lighter way; returns where they met, or -1. */
  private meet(): number {
    const { forward, backward } = this;
    const [lowestForward, lowestBackward] = [forward.heap.minKey(), backward.heap.minKey()];
    let [best, meeting] = [Number.POSITIVE_INFINITY, -1];
    for (;;) {
      const mayForward = forward.heap.minKey() + lowestBackward < best;
      const mayBackward = backward.heap.minKey() + lowestForward < best;
      if (!mayForward && !mayBackward) return meeting;
      const isForward = mayForward && (!mayBackward || forward.heap.minKey() <= backward.heap.minKey());
      const rank = isForward ? forward.settle() : backward.settle();
      if (rank < 0) continue;
      const weight = forward.weightOf(rank) + backward.weightOf(rank);
      if (weight < best) [best, meeting] = [weight, rank];
    }
  }

  /** Lightest way after `find` over a rank that both halves have reached. */
  pathOver(meeting: number, seeds: readonly RouteSearchStart[], destinations: readonly RouteEndpoint[]): HierarchyPath {
    const up = this.forward.trailTo(meeting);
    const down = this.backward.trailTo(meeting);
    const seed = seeds[up.entrance] as RouteSearchStart;
    const destination = destinations[down.entrance] as RouteEndpoint;
    const { durations, lengths, weights } = this.hierarchy;
    let weight = seed.weight + destination.durationBefore;
    let duration = seed.duration + destination.durationBefore;
    let length = seed.length + destination.lengthBefore;
    for (const arcs of [up.arcs, down.arcs])
      for (const arc of arcs) {
        weight += weights[arc] as number;
        duration += durations[arc] as number;
        length += lengths[arc] as number;
      }
    const stack = this.climbed(up.arcs, down.arcs, destination.state);
    return { weight, duration, length, seed, destination, ...this.unpacked(seed.state, stack) };
  }

  /**
   * Stack of the two climbs to the meeting point: arcs and the ranks that they lead to, in turns and backwards, so that
   * the last one of the way comes first.
   */
  private climbed(up: readonly number[], down: readonly number[], target: number): number[] {
    const { ends, ranks } = this.hierarchy;
    const stack: number[] = [];
    // Below the meeting point an arc leads to the start of the next one; the last arc leads to the destination.
    let head = ranks[target] as number;
    for (let index = down.length - 1; index >= 0; index--) {
      const arc = down[index] as number;
      stack.push(arc, head);
      head = ends[arc] as number;
    }
    for (const arc of up) stack.push(arc, ends[arc] as number);
    return stack;
  }

  /** Replaces the shortcuts of a way by the arcs that they were made of; with a stack, since they nest deeply. */
  private unpacked(start: number, stack: number[]): Pick<HierarchyPath, "ranks" | "arcs"> {
    const { ranks, vias, befores, afters } = this.hierarchy;
    const path = { ranks: [ranks[start] as number], arcs: [] as number[] };
    while (stack.length > 0) {
      const to = stack.pop() as number;
      const at = stack.pop() as number;
      const via = vias[at] as number;
      if (via !== NO_VIA_RANK) stack.push(afters[at] as number, to, befores[at] as number, via);
      else {
        path.ranks.push(to);
        path.arcs.push(at);
      }
    }
    return path;
  }
}
