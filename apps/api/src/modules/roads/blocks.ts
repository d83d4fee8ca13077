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
  const empty = () => sources.map(() => destinations.map((): number | null => null));
  const [durations, distances] = [empty(), empty()];
  const blocks = startsOf(sources.length, side).flatMap((row) =>
    startsOf(destinations.length, side).map((column) => [row, column] as const),
  );
  let next = 0;
  const worker = async () => {
    for (let block = blocks[next++]; block; block = blocks[next++]) {
      const [row, column] = block;
      const part = await ask(sources.slice(row, row + side), destinations.slice(column, column + side));
      part.durations.forEach((values, index) => durations[row + index]?.splice(column, values.length, ...values));
      part.distances.forEach((values, index) => distances[row + index]?.splice(column, values.length, ...values));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { durations, distances };
}

const startsOf = (count: number, side: number) =>
  Array.from({ length: Math.ceil(count / side) }, (_, index) => index * side);
