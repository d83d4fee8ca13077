import type { Router, Square, SquareWish } from "./road";

/** A server is asked so often at a time. */
const AT_ONCE = 4;

/** For each wish at least the ways that it names, in the order of the wishes. */
export async function askSquares(router: Router, wishes: readonly SquareWish[]): Promise<readonly Square[]> {
  if (router.squares) return router.squares(wishes);
  const squares: Square[] = [];
  const rest = wishes.entries();
  const worker = async () => {
    for (const [index, { places }] of rest) squares[index] = await router.matrix(places, places);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return squares;
}
