import type { Position, Router, Square } from "./road";

/** A server is asked so often at a time. */
const AT_ONCE = 4;

/** For each list of places all ways between them, in the order of the lists. */
export async function askSquares(router: Router, lists: readonly (readonly Position[])[]): Promise<readonly Square[]> {
  if (router.squares) return router.squares(lists);
  const squares: Square[] = [];
  const rest = lists.entries();
  const worker = async () => {
    for (const [index, places] of rest) squares[index] = await router.matrix(places, places);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return squares;
}
