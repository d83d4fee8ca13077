import type { ArcPool } from "./arc-pool";
import { MinHeap } from "./min-heap";

interface WitnessQuery {
  readonly from: number;
  /** State of the graph that is to be removed. */
  readonly avoided: number;
  /** Weight above which a way is of no use. */
  readonly limit: number;
  /** Number of states after which it gives up: one shortcut too many does no harm. */
  readonly settledMax: number;
}

/** Dijkstra's algorithm around a state, to see which ways do not need it. */
export class WitnessSearch {
  private readonly pool: ArcPool;
  private readonly heap = new MinHeap();
  private readonly weights: Float64Array;
  /** Run in which a weight was written; saves emptying all of them. */
  private readonly runs: Uint32Array;
  private run_ = 0;

  constructor(pool: ArcPool, states: number) {
    this.pool = pool;
    this.weights = new Float64Array(states);
    this.runs = new Uint32Array(states);
  }

  run({ from, avoided, limit, settledMax }: WitnessQuery) {
    const { pool, heap, weights, runs } = this;
    const run = ++this.run_;
    heap.clear();
    runs[from] = run;
    weights[from] = 0;
    heap.push(from, 0);
    for (let settled = 0; heap.size > 0 && settled < settledMax; ) {
      const key = heap.minKey();
      if (key > limit) break;
      const state = heap.pop();
      if (key > (weights[state] as number)) continue;
      settled++;
      for (let arc = pool.firstOut(state); arc >= 0; arc = pool.nextOut(arc)) {
        const head = pool.head(arc);
        const weight = key + pool.weight(arc);
        if (head === avoided || weight > limit) continue;
        if (runs[head] === run && (weights[head] as number) <= weight) continue;
        runs[head] = run;
        weights[head] = weight;
        heap.push(head, weight);
      }
    }
  }

  /**
   * Weight of the shortest way that the last run found, perhaps not the shortest there is; Infinity where it found
   * none.
   */
  weightOf(state: number): number {
    return this.runs[state] === this.run_ ? (this.weights[state] as number) : Number.POSITIVE_INFINITY;
  }
}
