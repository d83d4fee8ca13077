import { metersBetween } from "@leitstand/geo/lon-lat";
import type { Matrix, Position } from "./road";

type AskBlock = (sources: readonly Position[], destinations: readonly Position[]) => Promise<Matrix>;

interface Blocks {
  readonly side: number;
  readonly ask: AskBlock;
  /** So many questions are under way at a time; 4 unless given. */
  readonly atOnce?: number;
}

/** A large matrix out of small ones, for those who answer at most `side` places on each side at once. */
export async function fetchInBlocks(
  sources: readonly Position[],
  destinations: readonly Position[],
  { side, ask, atOnce = 4 }: Blocks,
): Promise<Matrix> {
  if (sources.length <= side && destinations.length <= side) return ask(sources, destinations);
  const whole = new AssembledMatrix(sources, destinations);
  const blocks = runsOf(sources.length, side).flatMap((rows) =>
    runsOf(destinations.length, side).map((columns): Patch => ({ rows, columns })),
  );
  const rest = blocks.values();
  const worker = async () => {
    for (const block of rest) await whole.ask(block, ask);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return whole;
}

const runsOf = (count: number, side: number) =>
  Array.from({ length: Math.ceil(count / side) }, (_, run) =>
    Array.from({ length: Math.min(side, count - run * side) }, (__, index) => run * side + index),
  );

/** Undefined where all of it was refused. */
type AskOrRefuse = (...block: Parameters<AskBlock>) => Promise<Matrix | undefined>;

/** For those who refuse a whole matrix because of one pair that is further apart than `metersMax`: such ways are null. */
export async function askWithin(
  metersMax: number,
  { sources, destinations }: Sides,
  ask: AskOrRefuse,
): Promise<Matrix> {
  const whole = new AssembledMatrix(sources, destinations);
  const patches = new Map<string, { rows: number[]; columns: number[] }>();
  for (const [row, source] of sources.entries()) {
    const inReach = [...destinations.keys()].filter(
      (column) => metersBetween(source, destinations[column] as Position) < metersMax,
    );
    const key = inReach.join();
    const known = patches.get(key);
    if (known) known.rows.push(row);
    else if (inReach.length > 0) patches.set(key, { rows: [row], columns: inReach });
  }
  for (const patch of patches.values()) await whole.ask(patch, ask);
  return whole;
}

/** Enough to tell an island from the mainland. */
const HALVES_ASKED_MAX = 64;

/**
 * For those who refuse a whole matrix because no way leads between two of its places: they are asked for halves of the
 * country, the larger ones first. What stays refused is null.
 */
export async function askByHalves({ sources, destinations }: Sides, ask: AskOrRefuse): Promise<Matrix> {
  const whole = new AssembledMatrix(sources, destinations);
  const rest: Patch[] = [{ rows: [...sources.keys()], columns: [...destinations.keys()] }];
  for (let asked = 0; asked < HALVES_ASKED_MAX; asked++) {
    const patch = rest.shift();
    if (!patch) break;
    if (!(await whole.ask(patch, ask))) rest.push(...halvesOf(patch, { sources, destinations }));
  }
  return whole;
}

export interface Sides {
  readonly sources: readonly Position[];
  readonly destinations: readonly Position[];
}
/** None where all is at one place. */
function halvesOf({ rows, columns }: Patch, { sources, destinations }: Sides): Patch[] {
  const [across, along] = [extentOf(rows, sources), extentOf(columns, destinations)];
  if (across.width === 0 && along.width === 0) return [];
  return across.width >= along.width
    ? halvesApart(rows, sources, across).map((half) => ({ rows: half, columns }))
    : halvesApart(columns, destinations, along).map((half) => ({ rows, columns: half }));
}

interface Extent {
  readonly axis: 0 | 1;
  /** Degrees; those of longitude are taken for as long as those of latitude. */
  readonly width: number;
  readonly middle: number;
}
/** The longer of the two. */
function extentOf(indexes: readonly number[], places: readonly Position[]): Extent {
  const along = (axis: 0 | 1): Extent => {
    const values = indexes.map((index) => (places[index] as Position)[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return { axis, width: most - least, middle: (least + most) / 2 };
  };
  const [lon, lat] = [along(0), along(1)];
  return lon.width > lat.width ? lon : lat;
}

function halvesApart(indexes: readonly number[], places: readonly Position[], { axis, middle }: Extent) {
  const isFirst = (index: number) => (places[index] as Position)[axis] < middle;
  return [indexes.filter(isFirst), indexes.filter((index) => !isFirst(index))];
}

/** Which rows and columns of a matrix, in whatever order. */
interface Patch {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** A matrix that is put together piece by piece; null wherever nothing was put. */
export class AssembledMatrix implements Matrix {
  readonly durations: (number | null)[][];
  readonly distances: (number | null)[][];

  constructor(
    private readonly sources: readonly Position[],
    private readonly destinations: readonly Position[],
  ) {
    const empty = () => sources.map(() => destinations.map((): number | null => null));
    [this.durations, this.distances] = [empty(), empty()];
  }

  /** Puts what is answered; whether something was. */
  async ask({ rows, columns }: Patch, ask: AskOrRefuse): Promise<boolean> {
    const found = await ask(
      rows.map((row) => this.sources[row] as Position),
      columns.map((column) => this.destinations[column] as Position),
    );
    if (found) this.put({ rows, columns }, found);
    return found !== undefined;
  }

  put({ rows, columns }: Patch, found: Matrix) {
    for (const [at, row] of rows.entries()) {
      const [durations, distances] = [this.durations[row] ?? [], this.distances[row] ?? []];
      for (const [index, column] of columns.entries()) {
        durations[column] = found.durations[at]?.[index] ?? null;
        distances[column] = found.distances[at]?.[index] ?? null;
      }
    }
  }
}
