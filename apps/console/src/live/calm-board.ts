import { queryClient } from "#shared/api/api.ts";
import { boardQuery } from "./board.ts";
import { paced } from "./paced.ts";
import { createStore, useStore } from "#shared/state/store.ts";

const newest = () => queryClient.getQueryData(boardQuery.queryKey);
export const calmBoard = createStore(newest());
const pace = paced(() => calmBoard.set(newest()));

/** What is gone is gone: a board that somebody signed out of shows nobody its counts. */
function follow() {
  if (newest() === undefined) calmBoard.set(undefined);
  else if (newest() !== calmBoard.get()) pace.ask();
}
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] === boardQuery.queryKey[0]) follow();
});

/**
 * The board for what takes long to make and may lag behind it: counts, the map, lists to choose from. A busy day changes
 * it with every frame; this one follows a few times a second.
 */
export const useCalmBoard = () => useStore(calmBoard);
