import type { ContractionHierarchy } from "../roads/hierarchy";
import { MinHeap } from "../roads/min-heap";
import type { RouteEndpoint, RouteSearchStart } from "./ends";

/** Cell of a matrix, in milliseconds and centimetres. */
export interface MatrixCell {
  readonly duration: number;
  readonly length: number;
}

/** Three columns of the same rows; a weight is infinite where no way leads. */
interface WayColumns {
  readonly weights: Float64Array;
  readonly durations: Float64Array;
  readonly lengths: Float64Array;
}

const createWayColumns = (rows: number): WayColumns => ({
  weights: new Float64Array(rows),
  durations: new Float64Array(rows),
  lengths: new Float64Array(rows),
});

/** Ranks that a climb has reached, with weight, duration and length of the way there. */
export interface ReachedRanks extends WayColumns {
  readonly ranks: Uint32Array;
}

/** Entries that climbs to destinations have left at ranks: for each rank a list, whose entries name the one before. */
class SearchBuckets {
  /** Newest entry of each rank, for the filling whose number `fillings` has. */
  private readonly newest: Uint32Array;
  private readonly fillings: Uint32Array;
  private filling = 0;
  private entries: BucketEntries = createBucketEntries(0);

  constructor(states: number) {
    this.newest = new Uint32Array(states);
    this.fillings = new Uint32Array(states);
  }

  fill(climbs: readonly ReachedRanks[]) {
    this.filling++;
    const size = climbs.reduce((sum, { ranks }) => sum + ranks.length, 0);
    if (this.entries.columns.length < size) this.entries = createBucketEntries(2 * size);
    const { columns, places, before } = this.entries;
    let entry = 0;
    for (let column = 0; column < climbs.length; column++) {
      const { ranks } = climbs[column] as ReachedRanks;
      for (let at = 0; at < ranks.length; at++) {
        const rank = ranks[at] as number;
        before[entry] = this.fillings[rank] === this.filling ? (this.newest[rank] as number) : NO_ENTRY;
        columns[entry] = column;
        places[entry] = at;
        this.newest[rank] = entry++;
        this.fillings[rank] = this.filling;
      }
    }
  }

  /** Fills cells from a climb: from a rank all destinations can be reached whose climbs have left an entry there. */
  meet(
    climb: ReachedRanks,
    { destinations, row }: { readonly destinations: readonly ReachedRanks[]; readonly row: WayColumns },
  ) {
    const { columns, places, before } = this.entries;
    for (let at = 0; at < climb.ranks.length; at++) {
      const rank = climb.ranks[at] as number;
      if (this.fillings[rank] !== this.filling) continue;
      const weight = climb.weights[at] as number;
      for (let entry = this.newest[rank] as number; entry !== NO_ENTRY; entry = before[entry] as number) {
        const column = columns[entry] as number;
        const other = destinations[column] as ReachedRanks;
        const place = places[entry] as number;
        const total = weight + (other.weights[place] as number);
        if (total >= (row.weights[column] as number)) continue;
        row.weights[column] = total;
        row.durations[column] = (climb.durations[at] as number) + (other.durations[place] as number);
        row.lengths[column] = (climb.lengths[at] as number) + (other.lengths[place] as number);
      }
    }
  }
}

const NO_ENTRY = 0xffffffff;
/** Entries of buckets: the destination, the position in its climb, and the entry before of the same rank. */
interface BucketEntries {
  readonly columns: Uint32Array;
  readonly places: Uint32Array;
  readonly before: Uint32Array;
}
const createBucketEntries = (size: number): BucketEntries => ({
  columns: new Uint32Array(size),
  places: new Uint32Array(size),
  before: new Uint32Array(size),
});

/**
 * Many to many by buckets (Knopp, Sanders, Schultes, Schulz, Wagner 2007): one climb for each destination, one for each origin;
 * where they meet, cells are filled.
 */
export class MatrixSearch {
  private readonly hierarchy: ContractionHierarchy;
  private readonly heap = new MinHeap();
  /** Measures by rank, as the climb `runs[rank]` left them. */
  private readonly reached: WayColumns;
  private readonly runs: Uint32Array;
  private readonly buckets: SearchBuckets;
  private readonly aim: ReachedRanks[] = [];
  private readonly cell = createWayColumns(1);
  private run = 0;

  constructor(hierarchy: ContractionHierarchy) {
    const states = hierarchy.ranks.length;
    this.hierarchy = hierarchy;
    this.reached = createWayColumns(states);
    this.runs = new Uint32Array(states);
    this.buckets = new SearchBuckets(states);
  }

  /** Finds where climbs from origins and to destinations meet. Rows are origins; undefined where no way leads. */
  findCells(origins: readonly ReachedRanks[], destinations: readonly ReachedRanks[]): (MatrixCell | undefined)[][] {
    this.buckets.fill(destinations);
    const row = createWayColumns(destinations.length);
    return origins.map((climb) => {
      row.weights.fill(Number.POSITIVE_INFINITY);
      this.buckets.meet(climb, { destinations, row });
      return cellsOfRow(row);
    });
  }

  /** Sets the climb that `cellFrom` meets, until the next call. */
  aimAt(destination: ReachedRanks) {
    this.aim[0] = destination;
    this.buckets.fill(this.aim);
  }

  /** Cell of the column that was set by `aimAt`. */
  cellFrom(origin: ReachedRanks): MatrixCell | undefined {
    const { aim, cell } = this;
    cell.weights[0] = Number.POSITIVE_INFINITY;
    this.buckets.meet(origin, { destinations: aim, row: cell });
    return cellAt(cell, 0);
  }

  /** Ranks that may be the highest point of a way that begins with one of the seeds. */
  climbFrom(seeds: readonly RouteSearchStart[]): ReachedRanks {
    return this.climb(0, seeds);
  }

  /** Ranks that may be the highest point of a way that ends here. */
  climbTo(ends: readonly RouteEndpoint[]): ReachedRanks {
    return this.climb(
      1,
      ends.map(({ state, durationBefore, lengthBefore }) => {
        return { state, weight: durationBefore, duration: durationBefore, length: lengthBefore };
      }),
    );
  }

  private climb(side: 0 | 1, entrances: readonly SearchEntrance[]): ReachedRanks {
    const { heap, reached } = this;
    const { first, ends, weights, durations, lengths } = this.hierarchy;
    const settled: number[] = [];
    this.run++;
    for (const entrance of entrances) this.enter(entrance);
    while (heap.size > 0) {
      const key = heap.minKey();
      const rank = heap.pop();
      if (key > (reached.weights[rank] as number) || this.isStalled(rank, side)) continue;
      settled.push(rank);
      const end = first[2 * rank + side + 1] as number;
      for (let arc = first[2 * rank + side] as number; arc < end; arc++) {
        const next = ends[arc] as number;
        const weight = key + (weights[arc] as number);
        if (this.runs[next] === this.run && (reached.weights[next] as number) <= weight) continue;
        this.runs[next] = this.run;
        reached.weights[next] = weight;
        reached.durations[next] = (reached.durations[rank] as number) + (durations[arc] as number);
        reached.lengths[next] = (reached.lengths[rank] as number) + (lengths[arc] as number);
        heap.push(next, weight);
      }
    }
    return { ranks: Uint32Array.from(settled), ...this.reachedAt(settled) };
  }

  private reachedAt(ranks: readonly number[]): WayColumns {
    const { reached } = this;
    const measures = createWayColumns(ranks.length);
    for (let at = 0; at < ranks.length; at++) {
      const rank = ranks[at] as number;
      measures.weights[at] = reached.weights[rank] as number;
      measures.durations[at] = reached.durations[rank] as number;
      measures.lengths[at] = reached.lengths[rank] as number;
    }
    return measures;
  }

  private enter({ state, weight, duration, length }: SearchEntrance) {
    const { runs, run, reached } = this;
    const rank = this.hierarchy.ranks[state] as number;
    if (runs[rank] === run && (reached.weights[rank] as number) <= weight) return;
    runs[rank] = run;
    reached.weights[rank] = weight;
    reached.durations[rank] = duration;
    reached.lengths[rank] = length;
    this.heap.push(rank, weight);
  }

  private isStalled(rank: number, side: 0 | 1): boolean {
    const { runs, run, reached } = this;
    const { first, ends, weights } = this.hierarchy;
    const own = reached.weights[rank] as number;
    const end = first[2 * rank + 2 - side] as number;
    for (let arc = first[2 * rank + 1 - side] as number; arc < end; arc++) {
      const above = ends[arc] as number;
      if (runs[above] === run && (reached.weights[above] as number) + (weights[arc] as number) < own) return true;
    }
    return false;
  }
}

type SearchEntrance = Pick<RouteSearchStart, "state" | "weight" | "duration" | "length">;

function cellsOfRow(row: WayColumns): (MatrixCell | undefined)[] {
  const cells: (MatrixCell | undefined)[] = [];
  for (let column = 0; column < row.weights.length; column++) cells.push(cellAt(row, column));
  return cells;
}

const cellAt = ({ weights, durations, lengths }: WayColumns, column: number): MatrixCell | undefined =>
  weights[column] === Number.POSITIVE_INFINITY
    ? undefined
    : { duration: durations[column] as number, length: lengths[column] as number };
