import { queryOptions } from "@tanstack/react-query";
import { api, isApiProblem, queryClient } from "#shared/api/api.ts";
import type { DashboardAnswer } from "@leitstand/contract/board/dashboard";
import { EntityStore } from "./entities.ts";
import { forgetPositions, storePositions } from "./positions.ts";

/** The store of this console's live data. */
export const entityStore = new EntityStore();

let prefetchedBoard: Promise<DashboardAnswer> | undefined;
/** Requests the board before it can be shown; the first reader gets this answer, and the next a newer one. */
export function prefetchBoard() {
  prefetchedBoard = api.getDashboard();
  prefetchedBoard.catch(() => undefined);
}

/**
 * Reads a snapshot into the store, and returns the cursor from which the stream continues, with the times of the
 * snapshot: when the server made it, and when it was here. The query's state tells whether it is loading or has failed.
 */
export const boardQuery = queryOptions({
  queryKey: ["board"],
  queryFn: async () => {
    const since = entityStore.step;
    const asked = prefetchedBoard ?? api.getDashboard();
    prefetchedBoard = undefined;
    const snapshot = await asked;
    storePositions(
      snapshot.vehicles.flatMap(({ vehicle_id, position }) => (position === null ? [] : [{ vehicle_id, ...position }])),
    );
    entityStore.putSnapshot(snapshot, since);
    return { cursor: snapshot.cursor, generated_at: snapshot.generated_at, received_at: Date.now() };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Reads a new snapshot. Throws when it is refused: the other shown data would be refused as well. */
export const refetchBoard = () => queryClient.fetchQuery({ ...boardQuery, staleTime: 0 });

/** Reads all other shown data again. */
export const refetchAllButBoard = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== boardQuery.queryKey[0] });

/**
 * Query of one whole case. Queries with a key of `case` or `tour` and an id are fetched again when the stream reports a
 * change.
 */
export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: ["case", id],
    queryFn: async () => {
      const dispatchCase = await api.getCase({ id });
      entityStore.putCases([dispatchCase]);
      return dispatchCase;
    },
  });

/** Outlines of areas, which change rarely; waiting times come with the board. */
export const areasQuery = queryOptions({
  queryKey: ["areas"],
  queryFn: () => api.getAreas(),
  staleTime: 600_000,
});

/** Reads all areas for the views that show them. */
export async function refetchAreas() {
  const areas = await api.getAreas();
  queryClient.setQueryData(areasQuery.queryKey, areas);
  return areas;
}

/** Query of one tour with its cases. */
export const tourQuery = (id: string) => queryOptions({ queryKey: ["tour", id], queryFn: () => fetchTour(id) });

export async function fetchTour(id: string) {
  const since = entityStore.step;
  const tour = await api.getTour({ id });
  entityStore.putTours([tour], since);
  return tour;
}

/**
 * When to ask the server about what events name: soon, and again after a failure, because no later event may come.
 * A request that is refused for what it says is not repeated; without the grant or the session, the data comes with the
 * next board.
 */
export const refetchTiming = {
  waitMs: 300,
  retryMs: 2_000,
  isFinal: (error: unknown) =>
    isApiProblem(error) &&
    error.code !== "UNREACHABLE" &&
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 429].includes(error.status),
};

type FullCase = Awaited<ReturnType<typeof api.getCase>>;
type FullTour = Awaited<ReturnType<typeof api.getTour>>;

/** An answer may come late: a repeated write is answered as it was the first time. */
const newerOf = <T extends { readonly lock_version: number }>(known: T | undefined, answer: T): T =>
  known !== undefined && known.lock_version > answer.lock_version ? known : answer;

/** Keeps an answer about a case for all views that show it. */
export function storeCase(dispatchCase: FullCase) {
  queryClient.setQueryData<FullCase>(["case", dispatchCase.id], (known) => newerOf(known, dispatchCase));
  entityStore.change(() => entityStore.putCases([dispatchCase]), { isOwn: true });
}

/**
 * Keeps the answer to a change of a tour for all views that show it. Takes the request as it is sent, because the answer
 * says nothing about cases that come to the tour while it is under way.
 */
export async function storeAnsweredTour(request: Promise<FullTour>): Promise<FullTour> {
  const since = entityStore.step;
  const tour = await request;
  storeTour(tour, since);
  return tour;
}

/** Keeps a tour for all views that show it, as it was when it was requested at step `since`. */
export function storeTour(tour: FullTour, since: number) {
  // A case that comes to a tour leaves its version as it is: of two equal ones, that which was read has the newer lists.
  queryClient.setQueryData<FullTour>(["tour", tour.id], (known) =>
    known?.lock_version === tour.lock_version ? known : newerOf(known, tour),
  );
  entityStore.change(() => entityStore.putTours([tour], since), { isOwn: true });
}

/** Reads tours again; one that the user does not see is removed, and one that cannot be read now is left as it is. */
export function refetchTours(ids: readonly string[]) {
  const since = entityStore.step;
  return Promise.all(
    ids.map((id) =>
      fetchTour(id).catch((error: unknown) => {
        if (isApiProblem(error) && error.status === 404) return entityStore.forgetTours([id], since);
      }),
    ),
  );
}

/** Removes all live data, on signing out. */
export function clearLiveData() {
  entityStore.clear();
  forgetPositions();
}
