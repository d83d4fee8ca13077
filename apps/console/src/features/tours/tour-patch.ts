import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import type { TimelineCase, TimelineTour } from "./grid/timeline-tour.ts";

type Bucket = TimelineCase["bucket"];
const lists = {
  open: "open_cases",
  finished: "finished_cases",
  unassigned: "unassigned_cases",
  forwarded: "forwarded_cases",
} as const satisfies Record<Bucket, keyof TimelineTour>;

/** The tours after events, and those of which the events do not tell enough. What has not changed stays the same object. */
export interface PatchedTours {
  readonly tours: readonly TimelineTour[];
  readonly wanted: ReadonlySet<string>;
}

export function applyTourEvents(tours: readonly TimelineTour[], events: readonly StreamEvent[]): PatchedTours {
  const byId = new Map(tours.map((tour) => [tour.id, tour]));
  const wanted = new Set<string>();
  let hasChanged = false;
  const put = (tour: TimelineTour) => {
    hasChanged ||= byId.get(tour.id) !== tour;
    byId.set(tour.id, tour);
  };
  for (const event of events) {
    if (event.type === "case action") applyAction(event, { byId, wanted, put });
    else if (event.type === "case update") {
      for (const { tour_id } of event.data.tour_case_states) if (byId.has(tour_id)) wanted.add(tour_id);
    } else if (event.type === "tour update") applyTour(event, { byId, wanted, put });
    else if (event.type === "tour delete") {
      hasChanged ||= byId.delete(event.data.tour_id);
      wanted.delete(event.data.tour_id);
    }
  }
  return { tours: hasChanged ? [...byId.values()] : tours, wanted };
}

interface Board {
  readonly byId: ReadonlyMap<string, TimelineTour>;
  readonly wanted: Set<string>;
  readonly put: (tour: TimelineTour) => void;
}
type EventOf<T extends StreamEvent["type"]> = Extract<StreamEvent, { type: T }>;

function applyAction({ data }: EventOf<"case action">, { byId, wanted, put }: Board) {
  for (const link of data.tour_case_states) {
    const tour = byId.get(link.tour_id);
    if (!tour) continue;
    const known = findCase(tour, data.case_id);
    if (!known) {
      if (link.bucket === "open" || link.bucket === "finished") wanted.add(tour.id);
      continue;
    }
    if (known.lock_version > data.lock_version) continue;
    const isThis = data.tour_id === link.tour_id && known.link_state !== link.state;
    const undone = isThis && data.action === "UNDO" ? takenBack(known, link) : undefined;
    const happened = undone ?? (isThis ? happenedAt(link.state, data.occurred_at) : {});
    const { state, display_name, lock_version } = data;
    const job = { ...known, ...happened, state, display_name, lock_version };
    put(withCase(tour, { ...job, link_state: link.state, bucket: link.bucket }));
    if (asksAnew.has(data.action) && !undone) wanted.add(tour.id);
  }
}

/** They may give back what the event does not name, or have the rules judged anew. */
const asksAnew: ReadonlySet<string> = new Set(["UNDO", "FORWARD_ROLLBACK", "ASSIGN"]);

type Link = EventOf<"case action">["data"]["tour_case_states"][number];
const stepTimes = ["accepted_at", "started_at", "arrived_at", "loaded_at"] as const;
/** How many of these times a funeral case has that comes back to a state; from STARTED it may have been further once, postponed. */
const timesKept: Readonly<Record<string, number>> = { ASSIGNED: 0, ACCEPTED: 1, ARRIVED: 3 };

/** What a step back leaves of the times, where that follows from the event; undefined where something else may come back, too. */
function takenBack(job: TimelineCase, link: Link): Partial<TimelineCase> | undefined {
  const kept = timesKept[link.state];
  const isPlain = job.eta === null && job.postponed_until === null && job.constraint_violations.length === 0;
  if (kept === undefined || link.bucket !== "open" || !isPlain) return undefined;
  const later = Object.fromEntries(stepTimes.slice(kept).map((name) => [name, null]));
  return { ...later, arrived_at_destination_at: null, finished_at: null, closed_at: null };
}

/** The time that a step leaves behind, by the state that it leads to. */
function happenedAt(state: string, at: string): Partial<TimelineCase> {
  const name = moments[state];
  return name === undefined ? {} : { [name]: at };
}
const moments: Readonly<Record<string, string>> = {
  ACCEPTED: "accepted_at",
  STARTED: "started_at",
  onTheWay: "started_at",
  ARRIVED: "arrived_at",
  arrived: "arrived_at",
  LOADED: "loaded_at",
  toDestination: "loaded_at",
  atDestination: "arrived_at_destination_at",
  DELIVERED: "finished_at",
  FINISHED: "finished_at",
  finished: "finished_at",
  backoffice: "finished_at",
  CANCELLED: "closed_at",
  cancelled: "closed_at",
};

function applyTour({ data, timestamp }: EventOf<"tour update">, { byId, wanted, put }: Board) {
  const known = byId.get(data.tour_id);
  if (!known || data.change === "created") {
    wanted.add(data.tour_id);
    return;
  }
  const { status, lock_version, change } = data;
  if (known.lock_version > lock_version) return;
  // The same version: another list of cases, of which the case's own event tells.
  if (change === "updated" && known.lock_version < lock_version) wanted.add(known.id);
  if (change === "updated") return;
  const started_sub_state = data.started_sub_state as TimelineTour["started_sub_state"];
  const patched = { ...known, status, started_sub_state, lock_version };
  if (change === "started") put({ ...patched, started_at: known.started_at ?? timestamp });
  else if (change === "finished") put({ ...patched, ended_at: known.ended_at ?? timestamp });
  else put(patched);
  if (change !== "sub_state") wanted.add(known.id);
}

const findCase = (tour: TimelineTour, id: string): TimelineCase | undefined => {
  for (const name of Object.values(lists)) {
    const job = tour[name]?.find((one) => one.id === id);
    if (job) return job;
  }
  return undefined;
};

/** The tour with the case in the list that its bucket names, and counts to match. */
function withCase(tour: TimelineTour, job: TimelineCase): TimelineTour {
  const changed = withoutCase(tour, job.id);
  const name = lists[job.bucket];
  const list = [...(changed[name] ?? []), job].sort((a, b) => a.position - b.position);
  const workload = { ...changed.case_workload, [job.bucket]: changed.case_workload[job.bucket] + 1 };
  return { ...changed, [name]: list, case_workload: workload };
}

function withoutCase(tour: TimelineTour, id: string): TimelineTour {
  const found = (Object.entries(lists) as [Bucket, (typeof lists)[Bucket]][]).find(([, name]) =>
    tour[name]?.some((one) => one.id === id),
  );
  if (!found) return tour;
  const [bucket, name] = found;
  const workload = { ...tour.case_workload, [bucket]: Math.max(0, tour.case_workload[bucket] - 1) };
  return { ...tour, [name]: tour[name]?.filter((one) => one.id !== id) ?? [], case_workload: workload };
}

/** A case as it will be when the server agrees: on another tour, or at other times. */
export interface CaseChange {
  readonly case_id: string;
  readonly from: string;
  readonly to: string;
  readonly change: Partial<TimelineCase>;
}

export function moveCase(tours: readonly TimelineTour[], { case_id, from, to, change }: CaseChange) {
  const source = tours.find(({ id }) => id === from);
  const job = source && findCase(source, case_id);
  if (!source || !job) return tours;
  return tours.map((tour) => {
    if (tour.id === to) return withCase(tour, { ...job, ...change });
    return tour.id === from ? withoutCase(tour, case_id) : tour;
  });
}
