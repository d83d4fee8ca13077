import { metersBetween } from "@leitstand/geo/lon-lat";
import type { RoutingMatrix, Position } from "./road";

type FetchMatrixBlock = (sources: readonly Position[], destinations: readonly Position[]) => Promise<RoutingMatrix>;

interface BlockOptions {
  readonly side: number;
  readonly ask: FetchMatrixBlock;
  /** Maximum number of concurrent requests; 4 by default. */
  readonly atOnce?: number;
}

/** Assembles a large matrix from small ones, for servers that answer at most `side` places on each side at once. */
export async function fetchMatrixInBlocks(
  sources: readonly Position[],
  destinations: readonly Position[],
  { side, ask, atOnce = 4 }: BlockOptions,
): Promise<RoutingMatrix> {
  if (sources.length <= side && destinations.length <= side) return ask(sources, destinations);
  const whole = new AssembledMatrix(sources, destinations);
  const blocks = splitIndexesIntoRuns(sources.length, side).flatMap((rows) =>
    splitIndexesIntoRuns(destinations.length, side).map((columns): MatrixPatch => ({ rows, columns })),
  );
  const rest = blocks.values();
  const worker = async () => {
    for (const block of rest) await whole.ask(block, ask);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return whole;
}

const splitIndexesIntoRuns = (count: number, side: number) =>
  Array.from({ length: Math.ceil(count / side) }, (_, run) =>
    Array.from({ length: Math.min(side, count - run * side) }, (__, index) => run * side + index),
  );

/** Requests a block; undefined where all of it was refused. */
type FetchMatrixOrRefuse = (...block: Parameters<FetchMatrixBlock>) => Promise<RoutingMatrix | undefined>;

/**
 * Requests a matrix from a server that refuses it whole because of one pair further apart than `metersMax`: such ways
 * are null.
 */
export async function fetchMatrixWithinDistance(
  metersMax: number,
  { sources, destinations }: MatrixSourcesAndDestinations,
  ask: FetchMatrixOrRefuse,
): Promise<RoutingMatrix> {
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

/** Maximum number of requests for halves, enough to tell an island from the mainland. */
const HALVING_REQUESTS_MAX = 64;

/**
 * Requests a matrix from a server that refuses it whole when there is no route between two of its places: halves of the
 * region are requested, the larger ones first. What stays refused is null.
 */
export async function fetchMatrixByHalves(
  { sources, destinations }: MatrixSourcesAndDestinations,
  ask: FetchMatrixOrRefuse,
): Promise<RoutingMatrix> {
  const whole = new AssembledMatrix(sources, destinations);
  const rest: MatrixPatch[] = [{ rows: [...sources.keys()], columns: [...destinations.keys()] }];
  for (let asked = 0; asked < HALVING_REQUESTS_MAX; asked++) {
    const patch = rest.shift();
    if (!patch) break;
    if (!(await whole.ask(patch, ask))) rest.push(...splitMatrixPatch(patch, { sources, destinations }));
  }
  return whole;
}

export interface MatrixSourcesAndDestinations {
  readonly sources: readonly Position[];
  readonly destinations: readonly Position[];
}
/** Halves of a patch; none where all its places are equal. */
function splitMatrixPatch(
  { rows, columns }: MatrixPatch,
  { sources, destinations }: MatrixSourcesAndDestinations,
): MatrixPatch[] {
  const [across, along] = [extentOfPlaces(rows, sources), extentOfPlaces(columns, destinations)];
  if (across.width === 0 && along.width === 0) return [];
  return across.width >= along.width
    ? splitAtMiddle(rows, sources, across).map((half) => ({ rows: half, columns }))
    : splitAtMiddle(columns, destinations, along).map((half) => ({ rows, columns: half }));
}

interface PlaceExtent {
  readonly axis: 0 | 1;
  /** Width in degrees; those of longitude count as much as those of latitude. */
  readonly width: number;
  readonly middle: number;
}
/** Extent of the places along the longer axis. */
function extentOfPlaces(indexes: readonly number[], places: readonly Position[]): PlaceExtent {
  const along = (axis: 0 | 1): PlaceExtent => {
    const values = indexes.map((index) => (places[index] as Position)[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return { axis, width: most - least, middle: (least + most) / 2 };
  };
  const [lon, lat] = [along(0), along(1)];
  return lon.width > lat.width ? lon : lat;
}

function splitAtMiddle(indexes: readonly number[], places: readonly Position[], { axis, middle }: PlaceExtent) {
  const isFirst = (index: number) => (places[index] as Position)[axis] < middle;
  return [indexes.filter(isFirst), indexes.filter((index) => !isFirst(index))];
}

/** Rows and columns of a matrix, in any order. */
interface MatrixPatch {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Matrix that is assembled from pieces; null where no piece was added. */
export class AssembledMatrix implements RoutingMatrix {
  readonly durations: (number | null)[][];
  readonly distances: (number | null)[][];

  constructor(
    private readonly sources: readonly Position[],
    private readonly destinations: readonly Position[],
  ) {
    const empty = () => sources.map(() => destinations.map((): number | null => null));
    [this.durations, this.distances] = [empty(), empty()];
  }

  /** Requests a patch and adds its cells; false when it was refused. */
  async ask({ rows, columns }: MatrixPatch, ask: FetchMatrixOrRefuse): Promise<boolean> {
    const found = await ask(
      rows.map((row) => this.sources[row] as Position),
      columns.map((column) => this.destinations[column] as Position),
    );
    if (found) this.put({ rows, columns }, found);
    return found !== undefined;
  }

  put({ rows, columns }: MatrixPatch, found: RoutingMatrix) {
    for (const [at, row] of rows.entries()) {
      const [durations, distances] = [this.durations[row] ?? [], this.distances[row] ?? []];
      for (const [index, column] of columns.entries()) {
        durations[column] = found.durations[at]?.[index] ?? null;
        distances[column] = found.distances[at]?.[index] ?? null;
      }
    }
  }
}
