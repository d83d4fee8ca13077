import { api, isProblem } from "#shared/api/api.ts";
import type { Incomplete } from "./apply-events.ts";
import { Batcher } from "./batcher.ts";
import { entities, fetchTour } from "./store.ts";

const WAIT_MS = 300;
const CASES_AT_ONCE = 200;
/**
 * Most tours read at once. A browser holds six connections to a server: some stay free for the dispatcher's actions.
 */
const TOURS_AT_ONCE = 3;
const RETRY_MS = 2_000;

/** A refusal that is not retried: without the grant or the session, the data comes with the next board. */
const isFinal = (error: unknown) => isProblem(error) && [401, 403].includes(error.status);

const cases = new Batcher(
  async (ids) => {
    const page = await api.getCases({ ids: [...ids], size: CASES_AT_ONCE });
    entities.putCases(page.cases);
  },
  { waitMs: WAIT_MS, atMost: CASES_AT_ONCE, retryMs: RETRY_MS, isFinal },
);

const tours = new Batcher(
  async (ids) => {
    await Promise.all(ids.map(readTour));
  },
  { waitMs: WAIT_MS, atMost: TOURS_AT_ONCE, retryMs: RETRY_MS, isFinal },
);

/** Reads a tour; one that is deleted by now is removed. */
const readTour = (id: string) =>
  fetchTour(id).catch((error: unknown) => {
    if (!isProblem(error) || error.status !== 404) throw error;
    entities.deleteTour(id);
  });

/** Reads what events left incomplete, a moment later: all cases of a busy minute by one request. */
export function refetch({ case_ids, tour_ids }: Incomplete) {
  cases.add(case_ids);
  tours.add(tour_ids);
}
