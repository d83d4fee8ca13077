import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { linkTimesChangedByStep } from "@leitstand/contract/cases/link-times";
import { isStartedSubState } from "@leitstand/contract/tours/tour-states";
import type { KnownCase } from "./case-entity.ts";
import type { EntityStore } from "./entities.ts";
import type { TimelineCase } from "./tour-entity.ts";

type EventOf<T extends StreamEvent["type"]> = Extract<StreamEvent, { type: T }>;

/** Cases, tours and areas whose events carry too little data; they have to be fetched again. */
export interface IncompleteObjectIds {
  readonly case_ids: Set<string>;
  readonly tour_ids: Set<string>;
  readonly area_ids: Set<string>;
}

/** Applies events of the stream in their order. */
export function applyEvents(to: EntityStore, events: readonly StreamEvent[]): IncompleteObjectIds {
  const incomplete: IncompleteObjectIds = { case_ids: new Set(), tour_ids: new Set(), area_ids: new Set() };
  to.change(() => {
    for (const event of events) applyStreamEvent(to, event, incomplete);
  });
  return incomplete;
}

function applyStreamEvent(to: EntityStore, event: StreamEvent, incomplete: IncompleteObjectIds) {
  switch (event.type) {
    case "case action":
      applyCaseEvent(to, event, incomplete);
      return applyCaseAction(to, event, incomplete);
    case "case update":
      applyCaseEvent(to, event, incomplete);
      for (const { tour_id } of event.data.tour_case_states)
        if (to.tours.get(tour_id)?.plan) incomplete.tour_ids.add(tour_id);
      return;
    case "case external id": {
      const { case_id, external_id, lock_version } = event.data;
      to.patchCase(case_id, { external_id, lock_version, ...factsKeptTo(lock_version, to.cases.get(case_id)) });
      if (hasOldFacts(to.cases.get(case_id))) incomplete.case_ids.add(case_id);
      return;
    }
    case "tour update":
      return applyTourEvent(to, event, incomplete);
    case "tour delete":
      incomplete.tour_ids.delete(event.data.tour_id);
      return to.deleteTour(event.data.tour_id);
    case "area waiting time":
      return applyAreaEvent(to, event, incomplete);
    case "location update":
    case "calendar":
    case "case comment":
    case "critical message":
    case "tour plan":
      // Positions are kept elsewhere; each view that shows these other events reads them itself.
      return;
    default:
      unknownEvent(event);
  }
}

/** A newer server may send events that this console does not know; in a test that is a fault. */
function unknownEvent(event: never) {
  if (import.meta.env.MODE === "test") throw new Error(`No rule for the event ${JSON.stringify(event)}`);
}

/** The same waiting time again means that the area itself has changed, or its branch: the user may see it no more. */
function applyAreaEvent(to: EntityStore, { data }: EventOf<"area waiting time">, { area_ids }: IncompleteObjectIds) {
  const known = to.putArea(data);
  const [before, after] = [known?.waiting_updated_at ?? null, data.waiting_updated_at];
  const isSameTime = before === null || after === null ? before === after : Date.parse(before) === Date.parse(after);
  if (known === undefined || isSameTime) area_ids.add(data.area_id);
}

function applyCaseEvent(
  to: EntityStore,
  event: EventOf<"case action" | "case update">,
  { case_ids }: IncompleteObjectIds,
) {
  const { case_id, state, finalized, lock_version, tour_case_states, display_name, branch_id } = event.data;
  const known = to.cases.get(case_id);
  const changesFacts = event.type === "case update" || mayChangeFacts(event.data.action, known);
  const summary = { state, finalized, lock_version, tour_case_states, display_name, branch_id, has_links: true };
  const facts = changesFacts ? {} : factsKeptTo(lock_version, known);
  const isTaken = to.patchCase(case_id, { ...summary, ...facts });
  if (isTaken === false) return;
  // Events carry no times and places of a case.
  if (changesFacts || isTaken === undefined || hasOldFacts(to.cases.get(case_id))) case_ids.add(case_id);
  if (finalized && !to.cases.get(case_id)?.card) case_ids.delete(case_id);
}

/** Actions that set a time or a place of the case, or restore one. */
const actionsOnFacts: ReadonlySet<string> = new Set(["POSTPONE", "TO_TOWING_DESTINATION", "FINISH", "UNDO"]);
/** Whether an action changes times or places of a case; work on a postponed one ends its postponement. */
const mayChangeFacts = (action: string, known: KnownCase | undefined) =>
  actionsOnFacts.has(action) || (known !== undefined && known.postponed_until !== null);

/** Times and places that an event leaves unchanged are known up to its version, if they were up to the one before. */
const factsKeptTo = (lock_version: number, known: KnownCase | undefined) =>
  hasOldFacts(known) ? {} : { facts_version: lock_version };
/** Whether a reading of the case is missing; one that is under way may bring a version that is outdated by now. */
const hasOldFacts = (known: KnownCase | undefined) => known?.facts_version !== known?.lock_version;

function applyCaseAction(to: EntityStore, { data }: EventOf<"case action">, { tour_ids }: IncompleteObjectIds) {
  for (const link of data.tour_case_states) {
    const known = to.tours.assignmentOf(link.tour_id, data.case_id);
    if (!known) {
      const isListed = link.bucket === "open" || link.bucket === "finished";
      if (isListed && to.tours.get(link.tour_id)?.plan) tour_ids.add(link.tour_id);
      continue;
    }
    if (known.lock_version > data.lock_version) continue;
    const isThis = data.tour_id === link.tour_id;
    const undone = isThis && data.action === "UNDO" ? timesAfterUndo(known, link) : undefined;
    const times = { ...(undone ?? timesChangedByAction(data, link, known)), ...timesInEvent(link) };
    const { state, display_name, lock_version } = data;
    const { state: link_state, bucket } = link;
    to.putAssignment(link.tour_id, { ...known, ...times, state, display_name, lock_version, link_state, bucket });
    const isPostponed = known.postponed_until !== null || (isThis && data.action === "POSTPONE");
    if ((actionsToReadAgain.has(data.action) && !undone) || isPostponed) tour_ids.add(link.tour_id);
  }
}

/** Actions that may restore what the event does not carry, or change which rules are broken. */
const actionsToReadAgain: ReadonlySet<string> = new Set(["UNDO", "FORWARD_ROLLBACK", "ASSIGN"]);

type EventLink = EventOf<"case action">["data"]["tour_case_states"][number];
const linkTimeFields = [
  "accepted_at",
  "started_at",
  "arrived_at",
  "loaded_at",
  "arrived_at_destination_at",
  "finished_at",
] as const;
/** Times that the event itself carries; for a server of the previous release they follow from the action. */
const timesInEvent = (link: EventLink): Partial<TimelineCase> =>
  Object.fromEntries(linkTimeFields.flatMap((name) => (link[name] === undefined ? [] : [[name, link[name]]])));

const stepTimeFields = ["accepted_at", "started_at", "arrived_at", "loaded_at"] as const;
/**
 * Number of step times that a funeral case keeps when it returns to a state; one that returns to STARTED may have been
 * further before, so it is missing.
 */
const stepTimesKeptByState: Readonly<Record<string, number>> = { ASSIGNED: 0, ACCEPTED: 1, ARRIVED: 3 };

/** Times after an undo, where they follow from the event; undefined where other values may be restored, too. */
function timesAfterUndo(known: TimelineCase, link: EventLink): Partial<TimelineCase> | undefined {
  const kept = stepTimesKeptByState[link.state];
  const isPlain = known.eta === null && known.postponed_until === null && known.constraint_violations.length === 0;
  if (kept === undefined || link.bucket !== "open" || !isPlain) return undefined;
  const later = Object.fromEntries(stepTimeFields.slice(kept).map((name) => [name, null]));
  return { ...later, arrived_at_destination_at: null, finished_at: null, closed_at: null };
}

/**
 * Times that an action changes: its own on the link that it was done on, those of the end on every link that it ends.
 */
function timesChangedByAction(
  { action, tour_id, occurred_at: at }: EventOf<"case action">["data"],
  { tour_id: own, state, bucket }: EventLink,
  { accepted_at, bucket: before }: TimelineCase,
): Partial<TimelineCase> {
  const isClosed = before === "open" && bucket !== "open";
  return {
    ...(tour_id === own && linkTimesChangedByStep({ action, state, at, accepted_at })),
    ...(isClosed && { closed_at: at, ...(bucket === "finished" && { finished_at: at }) }),
  };
}

function applyTourEvent(
  to: EntityStore,
  { data, timestamp }: EventOf<"tour update">,
  { tour_ids }: IncompleteObjectIds,
) {
  const { tour_id, status, lock_version, change } = data;
  const known = to.tours.get(tour_id);
  if (!known || change === "created") {
    tour_ids.add(tour_id);
    return;
  }
  if (known.lock_version > lock_version) return;
  if (change === "updated") {
    // An unchanged version means that only the tour's list of cases has changed, which the case's own event reports.
    if (known.lock_version < lock_version) tour_ids.add(tour_id);
    return;
  }
  if (change !== "sub_state") tour_ids.add(tour_id);
  const sub_state = data.started_sub_state;
  const started_sub_state = sub_state !== null && isStartedSubState(sub_state) ? sub_state : null;
  const { plan } = known;
  const times = {
    ...(change === "started" && { started_at: plan?.started_at ?? timestamp }),
    ...(change === "finished" && { ended_at: plan?.ended_at ?? timestamp }),
  };
  to.patchTour(tour_id, { status, started_sub_state, lock_version, ...times });
}
