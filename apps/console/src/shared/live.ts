import { followEvents, type StreamMessage, type StreamState } from "@leitstand/client/event-stream";
import type { StreamEvent } from "@leitstand/contract/dashboard";
import { api, baseUrl, isProblem, queryClient } from "./api.ts";
import { applyEvents, type Board, type BoardCase, boardQuery, type Patched } from "./board.ts";
import { keepPositions, type Position } from "./positions.ts";
import { session, sessionEnded } from "./session.ts";
import { createStore } from "./store.ts";

/** How fresh what is shown is: `since` is when something was last heard, in milliseconds of the clock. */
export type LiveState =
  | { readonly is: "connecting"; readonly since: number }
  | { readonly is: "live"; readonly since: number }
  | { readonly is: "lost"; readonly since: number };
export const liveState = createStore<LiveState>({ is: "connecting", since: Date.now() });

/** Told once a frame what the stream said since the last one, after the board has been patched. */
type Listener = (events: readonly StreamEvent[]) => void;
const listeners = new Set<Listener>();
export function onLiveEvents(listener: Listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Follows the stream until the signal ends: patches the board once a frame, fetches anew what events do not tell. */
export async function goLive(signal: AbortSignal) {
  const frame = new FrameQueue();
  const board = await queryClient.fetchQuery(boardQuery);
  const heard = () => liveState.set({ is: "live", since: Date.now() });
  const onState = (state: StreamState) =>
    state.is === "open" ? heard() : liveState.set({ is: "lost", since: liveState.get().since });
  try {
    const messages = followEvents({
      baseUrl,
      token: () => session.get()?.token,
      lastEventId: board.cursor,
      signal,
      longestWaitMs: 5_000,
      onState,
    });
    for await (const message of messages) {
      heard();
      if (message.type === "reset") await startOver(frame);
      else frame.push(message);
    }
  } catch (error) {
    liveState.set({ is: "lost", since: liveState.get().since });
    if (isProblem(error) && error.status === 401) sessionEnded.set(true);
    else throw error;
  }
}

/** There may be a hole: everything on screen is asked for anew, while what is there stays readable. */
async function startOver(frame: FrameQueue) {
  frame.clear();
  await queryClient.invalidateQueries();
}

/** Events gathered until the next frame is painted; a hidden page paints none and is served by the clock. */
class FrameQueue {
  private events: (StreamEvent & StreamMessage)[] = [];
  private positions: Position[] = [];
  private isDue = false;

  push(message: StreamEvent & StreamMessage) {
    if (message.type === "location update") this.positions.push(message.data);
    else this.events.push(message);
    if (this.isDue) return;
    this.isDue = true;
    if (document.visibilityState === "visible") requestAnimationFrame(this.flush);
    else setTimeout(this.flush, 250);
  }

  clear() {
    this.events = [];
  }

  private flush = () => {
    this.isDue = false;
    keepPositions(this.positions.splice(0));
    const events = this.events.splice(0);
    if (events.length === 0) return;
    patchBoard(events);
    for (const listener of listeners) listener(events);
  };
}

function patchBoard(events: readonly StreamEvent[]) {
  const board = queryClient.getQueryData(boardQuery.queryKey);
  if (!board) return;
  const patched = applyEvents(board, events);
  queryClient.setQueryData(boardQuery.queryKey, patched.board);
  for (const event of events) invalidate(event);
  complete(patched.incomplete);
}

/** What is open in an inspector is fetched anew; nobody waits for what is not on screen. */
function invalidate({ type, data }: StreamEvent) {
  if ("case_id" in data) void queryClient.invalidateQueries({ queryKey: ["case", data.case_id] });
  if ("tour_id" in data && type !== "location update")
    void queryClient.invalidateQueries({ queryKey: ["tour", data.tour_id] });
}

const GATHER_MS = 300;
const wanted = { case_ids: new Set<string>(), tour_ids: new Set<string>() };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks for all that is incomplete at once, a little later: a busy minute costs one call and not one for each event. */
function complete({ case_ids, tour_ids }: Patched["incomplete"]) {
  for (const id of case_ids) wanted.case_ids.add(id);
  for (const id of tour_ids) wanted.tour_ids.add(id);
  if (wanted.case_ids.size + wanted.tour_ids.size > 0) timer ??= setTimeout(() => void fetchWanted(), GATHER_MS);
}

const CASES_AT_ONCE = 200;

async function fetchWanted() {
  timer = undefined;
  const case_ids = [...wanted.case_ids].slice(0, CASES_AT_ONCE);
  const tour_ids = [...wanted.tour_ids];
  for (const id of case_ids) wanted.case_ids.delete(id);
  wanted.tour_ids.clear();
  const [page, tours] = await Promise.all([
    case_ids.length === 0 ? undefined : api.getCases({ ids: case_ids, size: CASES_AT_ONCE }),
    Promise.all(tour_ids.map((id) => api.getTour({ id }).catch(() => undefined))),
  ]);
  const board = queryClient.getQueryData<Board>(boardQuery.queryKey);
  if (!board) return;
  const cases = new Map(board.cases);
  for (const job of page?.cases ?? []) {
    const known = cases.get(job.id);
    if (job.finalized || (known && known.lock_version > job.lock_version)) continue;
    cases.set(job.id, boardCaseOf(job, known));
  }
  const running = new Map(board.tours);
  for (const tour of tours) {
    if (!tour) continue;
    if (tour.status !== "STARTED") running.delete(tour.id);
    else running.set(tour.id, boardTourOf(tour));
  }
  queryClient.setQueryData(boardQuery.queryKey, { ...board, cases, tours: running });
  complete({ case_ids: [], tour_ids: [] });
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

const boardTourOf = (tour: FullTour) => ({
  tour_id: tour.id,
  natural_id: tour.natural_id,
  name: tour.name,
  branch_id: tour.branch?.id ?? null,
  status: "STARTED" as const,
  started_sub_state: tour.started_sub_state ?? ("ACTIVE" as const),
  primary: tour.primary,
  started_at: tour.started_at,
  scheduled_end_at: tour.scheduled_end_at,
  lock_version: tour.lock_version,
  user_ids: tour.users.map(({ id }) => id),
  vehicle_ids: tour.vehicle_device_associations.map(({ vehicle }) => vehicle.id),
  open_cases: tour.case_workload.open,
});
