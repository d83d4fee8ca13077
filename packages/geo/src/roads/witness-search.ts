import type { ArcPool } from "./arc-pool";
import { MinHeap } from "./min-heap";

interface Question {
  readonly from: number;
  /** The state that is to be taken away. */
  readonly avoided: number;
  /** Ways longer than this are of no use. */
  readonly limit: number;
  /** Gives up after so many states: a shortcut too many does no harm. */
  readonly settledMax: number;
}

/** Dijkstra's algorithm around a state, to see which ways do not need it. */
export class WitnessSearch {
  private readonly pool: ArcPool;
  private readonly heap = new MinHeap();
  private readonly weights: Float64Array;
  /** In which run a weight was written; saves emptying all of them. */
  private readonly runs: Uint32Array;
  private run_ = 0;

  constructor(pool: ArcPool, states: number) {
    this.pool = pool;
    this.weights = new Float64Array(states);
    this.runs = new Uint32Array(states);
  }

  run({ from, avoided, limit, settledMax }: Question) {
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

  /** The shortest way that the last run saw, at worst a longer one than there is; Infinity where it saw none. */
  weightOf(state: number): number {
    return this.runs[state] === this.run_ ? (this.weights[state] as number) : Number.POSITIVE_INFINITY;
  }
}
