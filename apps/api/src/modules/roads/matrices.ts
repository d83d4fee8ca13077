import type { Router, MatrixBlock, MatrixRequest } from "./road";

/** A server is asked so often at a time. */
const AT_ONCE = 4;

/** For each request at least the ways that it names, in the order of the requests. */
export async function fetchMatrices(
  router: Router,
  requests: readonly MatrixRequest[],
): Promise<readonly MatrixBlock[]> {
  if (router.matrices) return router.matrices(requests);
  const matrices: MatrixBlock[] = [];
  const rest = requests.entries();
  const worker = async () => {
    for (const [index, { places }] of rest) matrices[index] = await router.matrix(places, places);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return matrices;
}
