import { ArcPool } from "./arc-pool";
import type { ContractionHierarchy } from "./hierarchy";
import { MinHeap } from "./min-heap";
import type { TurnGraph } from "./turn-graph";
import { WitnessSearch } from "./witness-search";

/**
 * Number of states that a search for a way around settles: few to estimate the cost of a contraction, more to do it.
 */
const SETTLED_MAX_FOR_ESTIMATE = 24;
const SETTLED_MAX_FOR_CONTRACTION = 160;

/**
 * Contracts states one after the other, least important first, and adds a shortcut wherever the shortest way led over
 * the removed state. `onProgress` is called with the share done, a hundred times.
 */
export function buildContractionHierarchy(
  graph: TurnGraph,
  onProgress?: (share: number) => void,
): ContractionHierarchy {
  const states = graph.edges.length;
  const contraction = new ContractionRun(graph);
  const step = Math.max(1, Math.floor(states / 100));
  for (let done = 0; done < states; done++) {
    contraction.contractNext();
    if (done % step === 0) onProgress?.(done / states);
  }
  return contraction.pool.asHierarchy(contraction.ranks);
}

class ContractionRun {
  readonly pool: ArcPool;
  readonly ranks: Uint32Array;
  private readonly search: WitnessSearch;
  private readonly queue = new MinHeap();
  private readonly priorities: Float64Array;
  /** Number of contractions below a state; keeps the hierarchy even. */
  private readonly levels: Uint32Array;
  private next = 0;
  /** Shortcuts that the contraction at hand needs: pairs of the arcs before and after. */
  private needed: number[] = [];

  constructor(graph: TurnGraph) {
    const states = graph.edges.length;
    this.pool = new ArcPool(graph);
    this.search = new WitnessSearch(this.pool, states);
    this.ranks = new Uint32Array(states);
    this.levels = new Uint32Array(states);
    this.priorities = new Float64Array(states);
    for (let state = 0; state < states; state++) this.enqueue(state, this.priorityOf(state));
  }

  contractNext() {
    const state = this.popLeast();
    this.findShortcuts(state, SETTLED_MAX_FOR_CONTRACTION);
    const { pool, needed } = this;
    for (let at = 0; at < needed.length; at += 2)
      pool.addShortcut(state, needed[at] as number, needed[at + 1] as number);
    const level = (this.levels[state] as number) + 1;
    for (let arc = pool.firstOut(state); arc >= 0; arc = pool.nextOut(arc)) this.raise(pool.head(arc), level);
    for (let arc = pool.firstIn(state); arc >= 0; arc = pool.nextIn(arc)) this.raise(pool.tail(arc), level);
    pool.detach(state);
    this.ranks[state] = this.next++;
  }

  private raise(neighbour: number, level: number) {
    if ((this.levels[neighbour] as number) < level) this.levels[neighbour] = level;
  }

  /**
   * Takes the state with the least priority; priorities go stale as neighbours are removed, so each is computed again
   * before it counts.
   */
  private popLeast(): number {
    for (;;) {
      const key = this.queue.minKey();
      const state = this.queue.pop();
      if (key !== this.priorities[state]) continue;
      const priority = this.priorityOf(state);
      if (priority <= this.queue.minKey()) {
        this.priorities[state] = -1;
        return state;
      }
      this.enqueue(state, priority);
    }
  }

  private enqueue(state: number, priority: number) {
    this.priorities[state] = priority;
    this.queue.push(state, priority);
  }

  /** Priority of a state: lower with few shortcuts for many arcs, of few roads each, low in the hierarchy. */
  private priorityOf(state: number): number {
    const { pool } = this;
    let [arcs, roads] = [0, 0];
    for (let arc = pool.firstOut(state); arc >= 0; arc = pool.nextOut(arc)) {
      arcs++;
      roads += pool.roads(arc);
    }
    for (let arc = pool.firstIn(state); arc >= 0; arc = pool.nextIn(arc)) {
      arcs++;
      roads += pool.roads(arc);
    }
    if (arcs === 0) return this.levels[state] as number;
    this.findShortcuts(state, SETTLED_MAX_FOR_ESTIMATE);
    const { needed } = this;
    let roadsOfShortcuts = 0;
    for (const arc of needed) roadsOfShortcuts += pool.roads(arc);
    return (this.levels[state] as number) + (2 * (needed.length / 2)) / arcs + roadsOfShortcuts / roads;
  }

  private findShortcuts(state: number, settledMax: number) {
    const { pool, search } = this;
    this.needed.length = 0;
    for (let before = pool.firstIn(state); before >= 0; before = pool.nextIn(before)) {
      const tail = pool.tail(before);
      const reach = this.longestOut(state, tail);
      if (reach < 0) continue;
      const weight = pool.weight(before);
      search.run({ from: tail, avoided: state, limit: weight + reach, settledMax });
      for (let after = pool.firstOut(state); after >= 0; after = pool.nextOut(after)) {
        const head = pool.head(after);
        if (head !== tail && search.weightOf(head) > weight + pool.weight(after)) this.needed.push(before, after);
      }
    }
  }

  /** Weight of the longest way over the state; -1 where every way over it leads back to where it came from. */
  private longestOut(state: number, tail: number): number {
    const { pool } = this;
    let longest = -1;
    for (let arc = pool.firstOut(state); arc >= 0; arc = pool.nextOut(arc))
      if (pool.head(arc) !== tail && pool.weight(arc) > longest) longest = pool.weight(arc);
    return longest;
  }
}
