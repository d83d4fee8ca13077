import { api, isApiProblem } from "#shared/api/api.ts";
import type { IncompleteObjectIds } from "./apply-events.ts";
import { Batcher } from "./batcher.ts";
import { entityStore, fetchTour, refetchAreas, refetchTiming } from "./store.ts";

const CASES_PER_REQUEST = 200;
/**
 * Maximum number of tours read at once. A browser holds six connections to a server: some stay free for the
 * dispatcher's actions.
 */
const TOUR_REQUESTS_AT_ONCE = 3;
const AREAS_AT_ONCE = 1_000;

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
  { ...refetchTiming, atMost: CASES_PER_REQUEST },
);

const tourRefetches = new Batcher(
  async (ids) => {
    await Promise.all(ids.map(refetchTour));
  },
  { ...refetchTiming, atMost: TOUR_REQUESTS_AT_ONCE },
);

/** Reads all areas with their outlines, which the map keeps; the board drops those that the user sees no more. */
const areaRefetches = new Batcher(
  async (ids) => {
    const seen = new Set((await refetchAreas()).map(({ id }) => id));
    entityStore.forgetAreas(ids.filter((id) => !seen.has(id)));
  },
  { ...refetchTiming, atMost: AREAS_AT_ONCE },
);

/** Reads a tour; one that the user does not see, or not any more, is removed. */
async function refetchTour(id: string) {
  const since = entityStore.step;
  try {
    await fetchTour(id);
  } catch (error) {
    if (!isApiProblem(error) || error.status !== 404) throw error;
    entityStore.forgetTours([id], since);
  }
}

/** Reads what events left incomplete, a moment later: all cases of a busy minute by one request. */
export function refetchIncompleteObjects({ case_ids, tour_ids, area_ids }: IncompleteObjectIds) {
  areaRefetches.add(area_ids);
  caseRefetches.add(case_ids);
  tourRefetches.add(tour_ids);
}
