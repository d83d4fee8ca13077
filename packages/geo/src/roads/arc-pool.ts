import { type ContractionHierarchy, NO_VIA_RANK, WEIGHT_SUM_MAX } from "./hierarchy";
import type { TurnGraph } from "./turn-graph";

/** Columns of the pool, one number per arc and column. */
const TAIL_COLUMN = 0;
const HEAD_COLUMN = 1;
const WEIGHT_COLUMN = 2;
const DURATION_COLUMN = 3;
const LENGTH_COLUMN = 4;
const ROADS_COLUMN = 5;
const VIA_COLUMN = 6;
const BEFORE_COLUMN = 7;
const AFTER_COLUMN = 8;
const COLUMN_COUNT = 9;

/** Arcs between the states that are still there, in linked lists, and arcs of removed states. */
export class ArcPool {
  private count = 0;
  private rows: Uint32Array;
  private nextOuts: Int32Array;
  private nextIns: Int32Array;
  private readonly firstOuts: Int32Array;
  private readonly firstIns: Int32Array;

  constructor({ edges, tails, heads, weights, durations, lengths }: TurnGraph) {
    const room = Math.max(16, tails.length * 3);
    this.rows = new Uint32Array(room * COLUMN_COUNT);
    this.nextOuts = new Int32Array(room);
    this.nextIns = new Int32Array(room);
    this.firstOuts = new Int32Array(edges.length).fill(-1);
    this.firstIns = new Int32Array(edges.length).fill(-1);
    for (let arc = 0; arc < tails.length; arc++) {
      const [tail, head] = [tails[arc] as number, heads[arc] as number];
      if (tail === head) continue;
      const row = [
        tail,
        head,
        weights[arc],
        durations[arc],
        lengths[arc],
        1,
        NO_VIA_RANK,
        NO_VIA_RANK,
        NO_VIA_RANK,
      ] as number[];
      this.addLighter(row);
    }
  }

  firstOut(state: number): number {
    return this.firstOuts[state] as number;
  }

  firstIn(state: number): number {
    return this.firstIns[state] as number;
  }

  nextOut(arc: number): number {
    return this.nextOuts[arc] as number;
  }

  nextIn(arc: number): number {
    return this.nextIns[arc] as number;
  }

  tail(arc: number): number {
    return this.rows[arc * COLUMN_COUNT + TAIL_COLUMN] as number;
  }

  head(arc: number): number {
    return this.rows[arc * COLUMN_COUNT + HEAD_COLUMN] as number;
  }

  weight(arc: number): number {
    return this.rows[arc * COLUMN_COUNT + WEIGHT_COLUMN] as number;
  }

  /** Number of arcs of the graph that the arc replaces. */
  roads(arc: number): number {
    return this.rows[arc * COLUMN_COUNT + ROADS_COLUMN] as number;
  }

  addShortcut(via: number, before: number, after: number) {
    const { rows } = this;
    const sum = (column: number) =>
      Math.min(
        WEIGHT_SUM_MAX,
        (rows[before * COLUMN_COUNT + column] as number) + (rows[after * COLUMN_COUNT + column] as number),
      );
    const [weight, duration, length, roads] = [
      sum(WEIGHT_COLUMN),
      sum(DURATION_COLUMN),
      sum(LENGTH_COLUMN),
      sum(ROADS_COLUMN),
    ];
    this.addLighter([this.tail(before), this.head(after), weight, duration, length, roads, via, before, after]);
  }

  /** Removes a state from the lists of its neighbours; its own lists stay, they are its place in the hierarchy. */
  detach(state: number) {
    for (let arc = this.firstOut(state); arc >= 0; arc = this.nextOut(arc))
      unlinkArcs({ firsts: this.firstIns, nexts: this.nextIns }, this.head(arc), arc);
    for (let arc = this.firstIn(state); arc >= 0; arc = this.nextIn(arc))
      unlinkArcs({ firsts: this.firstOuts, nexts: this.nextOuts }, this.tail(arc), arc);
  }

  /** Builds the hierarchy when all states have been removed. */
  asHierarchy(ranks: Uint32Array): ContractionHierarchy {
    const states = ranks.length;
    const stateAt = new Uint32Array(states);
    for (let state = 0; state < states; state++) stateAt[ranks[state] as number] = state;
    const order: number[] = [];
    const placeOf = new Uint32Array(this.count);
    const first = new Uint32Array(2 * states + 1);
    for (let rank = 0; rank < states; rank++) {
      const state = stateAt[rank] as number;
      first[2 * rank] = order.length;
      for (let arc = this.firstOut(state); arc >= 0; arc = this.nextOut(arc)) placeOf[arc] = order.push(arc) - 1;
      first[2 * rank + 1] = order.length;
      for (let arc = this.firstIn(state); arc >= 0; arc = this.nextIn(arc)) placeOf[arc] = order.push(arc) - 1;
    }
    first[2 * states] = order.length;
    const column = (index: number) => Uint32Array.from(order, (arc) => this.rows[arc * COLUMN_COUNT + index] as number);
    const named = (names: Uint32Array, index: number) =>
      column(index).map((arc) => (arc === NO_VIA_RANK ? NO_VIA_RANK : (names[arc] as number)));
    const [tails, heads] = [column(TAIL_COLUMN), column(HEAD_COLUMN)];
    return {
      ranks,
      first,
      ends: tails.map((tail, at) => Math.max(ranks[tail] as number, ranks[heads[at] as number] as number)),
      weights: column(WEIGHT_COLUMN),
      durations: column(DURATION_COLUMN),
      lengths: column(LENGTH_COLUMN),
      vias: named(ranks, VIA_COLUMN),
      befores: named(placeOf, BEFORE_COLUMN),
      afters: named(placeOf, AFTER_COLUMN),
    };
  }

  /** Keeps only the lightest of several arcs between the same states, the only one of use. */
  private addLighter(row: readonly number[]) {
    const [tail, head, weight] = row as [number, number, number];
    for (let arc = this.firstOut(tail); arc >= 0; arc = this.nextOut(arc)) {
      if (this.head(arc) !== head) continue;
      if (this.weight(arc) > weight) this.rows.set(row, arc * COLUMN_COUNT);
      return;
    }
    if (this.count === this.nextOuts.length) this.grow();
    const arc = this.count++;
    this.rows.set(row, arc * COLUMN_COUNT);
    this.nextOuts[arc] = this.firstOut(tail);
    this.firstOuts[tail] = arc;
    this.nextIns[arc] = this.firstIn(head);
    this.firstIns[head] = arc;
  }

  private grow() {
    const room = this.count * 2;
    const [rows, nextOuts, nextIns] = [this.rows, this.nextOuts, this.nextIns];
    this.rows = new Uint32Array(room * COLUMN_COUNT);
    this.rows.set(rows);
    this.nextOuts = new Int32Array(room);
    this.nextOuts.set(nextOuts);
    this.nextIns = new Int32Array(room);
    this.nextIns.set(nextIns);
  }
}

function unlinkArcs({ firsts, nexts }: { firsts: Int32Array; nexts: Int32Array }, state: number, gone: number) {
  if (firsts[state] === gone) {
    firsts[state] = nexts[gone] as number;
    return;
  }
  let arc = firsts[state] as number;
  while (arc >= 0 && nexts[arc] !== gone) arc = nexts[arc] as number;
  if (arc >= 0) nexts[arc] = nexts[gone] as number;
}
