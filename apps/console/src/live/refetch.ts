import { api, isApiProblem } from "#shared/api/api.ts";
import type { IncompleteObjectIds } from "./apply-events.ts";
import { Batcher } from "./batcher.ts";
import { entityStore, fetchTour, refetchAreas } from "./store.ts";

const REFETCH_WAIT_MS = 300;
const CASES_PER_REQUEST = 200;
/**
 * Maximum number of tours read at once. A browser holds six connections to a server: some stay free for the
 * dispatcher's actions.
 */
const TOUR_REQUESTS_AT_ONCE = 3;
const AREAS_AT_ONCE = 1_000;
const REFETCH_RETRY_MS = 2_000;

/** Whether a refusal is not retried: without the grant or the session, the data comes with the next board. */
const isFinalRefusal = (error: unknown) => isApiProblem(error) && [401, 403].includes(error.status);

const caseRefetches = new Batcher(
  async (ids) => {
    const since = entityStore.step;
    const { cases } = await api.getCases({ ids: [...ids], size: CASES_PER_REQUEST });
    const seen = new Set(cases.map(({ id }) => id));
    entityStore.change(() => {
      entityStore.putCases(cases);
      // Cases that have moved to a branch which the user does not see.
      entityStore.forgetCases(
        ids.filter((id) => !seen.has(id)),
        since,
      );
    });
  },
  { waitMs: REFETCH_WAIT_MS, atMost: CASES_PER_REQUEST, retryMs: REFETCH_RETRY_MS, isFinal: isFinalRefusal },
);

const tourRefetches = new Batcher(
  async (ids) => {
    await Promise.all(ids.map(refetchTour));
  },
  { waitMs: REFETCH_WAIT_MS, atMost: TOUR_REQUESTS_AT_ONCE, retryMs: REFETCH_RETRY_MS, isFinal: isFinalRefusal },
);

/** Reads all areas with their outlines, which the map keeps; the board drops those that the user sees no more. */
const areaRefetches = new Batcher(
  async (ids) => {
    const seen = new Set((await refetchAreas()).map(({ id }) => id));
    entityStore.forgetAreas(ids.filter((id) => !seen.has(id)));
  },
  { waitMs: REFETCH_WAIT_MS, atMost: AREAS_AT_ONCE, retryMs: REFETCH_RETRY_MS, isFinal: isFinalRefusal },
);

/** Reads a tour; one that is deleted by now is removed. */
const refetchTour = (id: string) =>
  fetchTour(id).catch((error: unknown) => {
    if (!isApiProblem(error) || error.status !== 404) throw error;
    entityStore.deleteTour(id);
  });

/** Reads what events left incomplete, a moment later: all cases of a busy minute by one request. */
export function refetchIncompleteObjects({ case_ids, tour_ids, area_ids }: IncompleteObjectIds) {
  areaRefetches.add(area_ids);
  caseRefetches.add(case_ids);
  tourRefetches.add(tour_ids);
}
