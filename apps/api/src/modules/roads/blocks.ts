import type { Matrix, Position } from "./road";

type AskBlock = (sources: readonly Position[], destinations: readonly Position[]) => Promise<Matrix>;

interface Blocks {
  readonly side: number;
  readonly ask: AskBlock;
  /** So many questions are under way at a time; 4 unless given. */
  readonly atOnce?: number;
}

/** A large matrix out of small ones, for those who answer at most `side` places on each side at once. */
export async function askByBlocks(
  sources: readonly Position[],
  destinations: readonly Position[],
  { side, ask, atOnce = 4 }: Blocks,
): Promise<Matrix> {
  if (sources.length <= side && destinations.length <= side) return ask(sources, destinations);
  const whole = new Patchwork(sources, destinations);
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

type AskOrRefuse = (...block: Parameters<AskBlock>) => Promise<Matrix | undefined>;

/** Enough to tell several distant groups of places from each other. */
const HALVES_ASKED_MAX = 64;

/**
 * For those who refuse a whole matrix because of one way in it: they are asked for halves, the larger ones first. Halves lie
 * apart from each other, since it is the distant places between which there are no ways. What stays refused is null.
 */
export async function askByHalves(
  sources: readonly Position[],
  destinations: readonly Position[],
  ask: AskOrRefuse,
): Promise<Matrix> {
  const whole = new Patchwork(sources, destinations);
  const refused: Patch[] = [{ rows: [...sources.keys()], columns: [...destinations.keys()] }];
  for (let asked = 0; asked < HALVES_ASKED_MAX; ) {
    const patch = refused.shift();
    if (!patch) break;
    for (const half of halvesOf(patch, { sources, destinations })) {
      asked++;
      if (!(await whole.ask(half, ask))) refused.push(half);
    }
  }
  return whole;
}

interface Sides {
  readonly sources: readonly Position[];
  readonly destinations: readonly Position[];
}
/** None of a single way. */
function halvesOf({ rows, columns }: Patch, { sources, destinations }: Sides): Patch[] {
  if (rows.length === 1 && columns.length === 1) return [];
  return rows.length >= columns.length
    ? halvesApart(rows, sources).map((half) => ({ rows: half, columns }))
    : halvesApart(columns, destinations).map((half) => ({ rows, columns: half }));
}

function halvesApart(indexes: readonly number[], places: readonly Position[]): (readonly number[])[] {
  const spread = (axis: 0 | 1) => {
    const values = indexes.map((index) => (places[index] as Position)[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const axis = spread(0) > spread(1) ? 0 : 1;
  const sorted = indexes.toSorted((one, other) => (places[one] as Position)[axis] - (places[other] as Position)[axis]);
  const middle = Math.ceil(sorted.length / 2);
  return [sorted.slice(0, middle), sorted.slice(middle)];
}

/** Which rows and columns of a matrix, in whatever order. */
interface Patch {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** A matrix that is put together piece by piece; null wherever nothing was put. */
export class Patchwork implements Matrix {
  readonly durations: (number | null)[][];
  readonly distances: (number | null)[][];

  constructor(
    private readonly sources: readonly Position[],
    private readonly destinations: readonly Position[],
  ) {
    const empty = () => sources.map(() => destinations.map((): number | null => null));
    [this.durations, this.distances] = [empty(), empty()];
  }

  /** Whether it was answered. */
  async ask(patch: Patch, ask: AskOrRefuse): Promise<boolean> {
    const { rows, columns } = patch;
    const found = await ask(
      rows.map((row) => this.sources[row] as Position),
      columns.map((column) => this.destinations[column] as Position),
    );
    if (found) for (const [at, row] of rows.entries()) this.put(row, columns, { found, at });
    return found !== undefined;
  }

  private put(row: number, columns: readonly number[], { found, at }: { found: Matrix; at: number }) {
    const [durations, distances] = [this.durations[row] ?? [], this.distances[row] ?? []];
    for (const [index, column] of columns.entries()) {
      durations[column] = found.durations[at]?.[index] ?? null;
      distances[column] = found.distances[at]?.[index] ?? null;
    }
  }
}
