import { queryClient } from "./api.ts";
import { boardQuery } from "./board.ts";
import { createStore, useStore } from "./store.ts";

/** Nobody reads counts and colours faster. */
const PAUSE_MS = 400;

const newest = () => queryClient.getQueryData(boardQuery.queryKey);
const calm = createStore(newest());
let timer: ReturnType<typeof setTimeout> | undefined;

/** What comes after a pause shows at once, and all that follows within the next one together. */
function follow() {
  if (timer !== undefined || newest() === calm.get()) return;
  timer = setTimeout(() => {
    timer = undefined;
    follow();
  }, PAUSE_MS);
  calm.set(newest());
}
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] === boardQuery.queryKey[0]) follow();
});

/**
 * The board for what takes long to make and may lag behind it: counts, the map, lists to choose from. A busy day changes
 * it with every frame; this one follows a few times a second.
 */
export const useCalmBoard = () => useStore(calm);
