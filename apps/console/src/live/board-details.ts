import { pause } from "@leitstand/client/pause";
import { api, isProblem, queryClient } from "#shared/api/api.ts";
import { type Board, type BoardCase, boardQuery, type BoardTour, type Patched } from "./board.ts";

const GATHER_MS = 300;
const CASES_AT_ONCE = 200;
/** A browser holds six connections to a server: some stay free for what the dispatcher does. */
const TOURS_AT_ONCE = 3;
const RETRY_MS = 2_000;
const wanted = { case_ids: new Set<string>(), tour_ids: new Set<string>() };
let isFetching = false;

/** Asks for all that events leave incomplete at once, a little later: a busy minute costs one call and not one for each event. */
export function completeBoard({ case_ids, tour_ids }: Patched["incomplete"]) {
  for (const id of case_ids) wanted.case_ids.add(id);
  for (const id of tour_ids) wanted.tour_ids.add(id);
  if (!isFetching) void fetchWanted();
}

async function fetchWanted() {
  isFetching = true;
  for (let waitMs = GATHER_MS; wanted.case_ids.size + wanted.tour_ids.size > 0; ) {
    await pause(waitMs, undefined);
    const case_ids = [...wanted.case_ids].slice(0, CASES_AT_ONCE);
    const tour_ids = [...wanted.tour_ids].slice(0, TOURS_AT_ONCE);
    for (const id of case_ids) wanted.case_ids.delete(id);
    for (const id of tour_ids) wanted.tour_ids.delete(id);
    try {
      const [page, tours] = await Promise.all([
        case_ids.length === 0 ? undefined : api.getCases({ ids: case_ids, size: CASES_AT_ONCE }),
        Promise.all(tour_ids.map(tourOf)),
      ]);
      addToBoard(page?.cases ?? [], tours);
      waitMs = GATHER_MS;
    } catch (error) {
      // Whoever may not read them, or is not signed in any more, gets them with the next board.
      if (isProblem(error) && [401, 403].includes(error.status)) break;
      for (const id of case_ids) wanted.case_ids.add(id);
      for (const id of tour_ids) wanted.tour_ids.add(id);
      waitMs = RETRY_MS;
    }
  }
  isFetching = false;
}

/** A tour that is gone by now is not news. */
const tourOf = (id: string) =>
  api.getTour({ id }).catch((error: unknown) => {
    if (isProblem(error) && error.status === 404) return undefined;
    throw error;
  });

/** What is known to be newer stays. */
function addToBoard(jobs: readonly FullCase[], tours: readonly (FullTour | undefined)[]) {
  const board = queryClient.getQueryData<Board>(boardQuery.queryKey);
  if (!board) return;
  const cases = new Map(board.cases);
  for (const job of jobs) {
    const known = cases.get(job.id);
    if (job.finalized || (known && known.lock_version > job.lock_version)) continue;
    cases.set(job.id, boardCaseOf(job, known));
  }
  const running = new Map(board.tours);
  for (const tour of tours) {
    if (!tour || (running.get(tour.id)?.lock_version ?? 0) > tour.lock_version) continue;
    if (tour.status !== "STARTED") running.delete(tour.id);
    else running.set(tour.id, boardTourOf(tour));
  }
  queryClient.setQueryData(boardQuery.queryKey, { ...board, cases, tours: running });
}

type FullCase = Awaited<ReturnType<typeof api.getCases>>["cases"][number];
type FullTour = Awaited<ReturnType<typeof api.getTour>>;

/** The board's columns of a case that was read whole. */
function boardCaseOf(job: FullCase, known: BoardCase | undefined): BoardCase {
  const data = job.funeral_data ?? job.rsa_data;
  const { source_address: source, target_address: target } = (data ?? {}) as {
    source_address?: Place | null;
    target_address?: Place | null;
  };
  const service = (job.rsa_data as { service?: { key?: string } } | null)?.service?.key;
  return {
    case_id: job.id,
    natural_id: job.natural_id,
    display_name: job.display_name,
    external_id: job.external_id ?? null,
    branch_id: job.branch_id ?? null,
    data_type: job.data_type,
    state: job.state.current,
    approved: job.approved,
    lock_version: job.lock_version,
    service_key: service ?? known?.service_key ?? null,
    not_before: job.not_before ?? null,
    due_at: job.due_at ?? null,
    postponed_until: job.postponed_until ?? null,
    source_zip: source?.zip_code ?? null,
    source_city: source?.city ?? null,
    source_lat: source?.lat ?? null,
    source_lon: source?.lon ?? null,
    target_zip: target?.zip_code ?? null,
    target_city: target?.city ?? null,
    last_assigned_tour_id: job.last_assigned_tour?.id ?? null,
    created_at: job.created_at,
    updated_at: job.updated_at,
    tour_case_states: (job.tour_case_states ?? []).map(({ tour_id, state, bucket }) => ({ tour_id, state, bucket })),
  };
}
interface Place {
  readonly zip_code?: string | null;
  readonly city?: string | null;
  readonly lat?: number | null;
  readonly lon?: number | null;
}

const boardTourOf = (tour: FullTour): BoardTour => ({
  tour_id: tour.id,
  natural_id: tour.natural_id,
  name: tour.name,
  branch_id: tour.branch?.id ?? null,
  status: "STARTED",
  started_sub_state: tour.started_sub_state ?? "ACTIVE",
  primary: tour.primary,
  started_at: tour.started_at,
  scheduled_end_at: tour.scheduled_end_at,
  lock_version: tour.lock_version,
  user_ids: tour.users.map(({ id }) => id),
  vehicle_ids: tour.vehicle_device_associations.map(({ vehicle }) => vehicle.id),
  open_cases: tour.case_workload.open,
});
