import { endShiftSessions, prolongEndingShiftSessions } from "#platform/access/token-changes";
import type { TourStartNowRequest, TourStartRequest } from "@leitstand/contract/tours/tour-requests";
import type { StartedSubState } from "@leitstand/contract/tours/tour-states";
import { decideSubStateChange, decideTourFinish, decideTourStart } from "#modules/case-states/index";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { problem } from "#platform/problem";
import {
  lockAndReadTourFacts,
  insertScheduledTour,
  type TourLeavingBranch,
  writeTourVehicles,
} from "./tour-plans.service";
import {
  endOpenSubStateSpan,
  insertLateSubStateEntry,
  beginSubStateSpan,
  selectNewestSubStateChangeTime,
} from "./tour-spans.sql";
import {
  countConflictingRunningTours,
  lockOpenCasesOfTour,
  lockTourStartsOfTenant,
  lockToursOfCrew,
  selectInactiveVehicleOfTour,
  markTourFinished,
  updateTourPrimaryMark,
  markTourStarted,
  updateTourSubState,
} from "./tour-changes.sql";
import { announceTourChange, getTour, getTourFacts, queueDutyStatusForPartner } from "./tours.service";
import { selectTour } from "./tours.sql";

/** Cases of a tour that its start or end affects. They and the tour are locked by the running transaction. */
export interface TourStartOrEndContext {
  readonly tour_id: string;
  readonly case_ids: readonly string[];
  readonly now: Date;
}

/** Reactions of cases to the start or end of their tour, implemented by the module above tours and cases. */
export interface TourLifecycleHandlers {
  /** The tour is STARTED: its reserved cases may be due, and its crew has to answer those that it was assigned. */
  onTourStarted(tx: Tx, turn: TourStartOrEndContext): Promise<void>;
  /** Takes every waiting case back from a tour that is about to end. One that stays forbids the end. */
  releaseCases(tx: Tx, turn: TourStartOrEndContext): Promise<void>;
  /** A planned tour is about to be deleted: no case may name it any more. */
  onTourDelete(tx: Tx, tour: TourLeavingBranch): Promise<void>;
  /** A planned tour has moved to another branch: its cases are seen by another office now. */
  onTourMoved(tx: Tx, tour: TourLeavingBranch): Promise<void>;
}

interface ShiftEntryMoment {
  readonly reactions: TourLifecycleHandlers;
  readonly now: Date;
  /** Moment of the entry as a phone that was offline reports it. */
  readonly occurred_at?: string;
}
const shiftEntryTimeOf = ({ occurred_at, now }: Pick<ShiftEntryMoment, "now" | "occurred_at">) =>
  occurred_at === undefined ? now : new Date(occurred_at);

interface ShiftRequest {
  readonly id: string;
  readonly lock_version?: number;
}

export async function startTour(
  tx: Tx,
  scope: Scope,
  {
    started_sub_state,
    vehicles,
    reactions,
    now,
    ...wanted
  }: ShiftRequest & ShiftEntryMoment & Pick<TourStartRequest, "started_sub_state" | "vehicles">,
) {
  const at = shiftEntryTimeOf({ ...wanted, now });
  await lockTourStartsOfTenant(tx);
  await lockOpenCasesOfTour(tx, wanted.id);
  const tour = await lockAndReadTourFacts(tx, scope, wanted);
  const decision = decideTourStart(tour);
  if (decision.kind === "refused") throw problem(decision.code, decision.args);
  if (vehicles !== undefined) await writeTourVehicles(tx, scope, { id: tour.id, vehicles });
  await refuseConflictingTours(tx, tour.id);
  const subState = started_sub_state ?? decision.started_sub_state ?? "ACTIVE";
  const { scheduled_end_at } = await markTourStarted(tx, tour.id, { subState, now: at });
  beginSubStateSpan(tx, tour.id, { subState, now: at });
  await reactions.onTourStarted(tx, { tour_id: tour.id, case_ids: decision.case_ids, now });
  const told = await announceTourChange(tx, tour.id, { change: "started", before: tour });
  queueDutyStatusForPartner(tx, told, at);
  await prolongEndingShiftSessions(tx, { userIds: told.user_ids, shiftEnd: scheduled_end_at, now });
  return getTour(tx, scope, tour.id);
}

/**
 * Creates and starts a tour. Drivers may begin a shift of their own: they, or the device they call with, are on the
 * tour.
 */
export async function createAndStartTour(
  tx: Tx,
  scope: Scope,
  { started_sub_state, reactions, now, client_id: _client, ...draft }: TourStartNowRequest & ShiftEntryMoment,
) {
  const id = await insertScheduledTour(tx, scope, draft);
  if (!(await selectTour(tx, scope, id))) throw problem("FIELD_COMBINATION_INVALID", { fields: "user_ids,vehicles" });
  const { occurred_at } = draft;
  const answer = await startTour(tx, scope, { id, reactions, now, occurred_at, started_sub_state });
  return { id, answer };
}

async function refuseConflictingTours(tx: Tx, id: string) {
  const inactive = await selectInactiveVehicleOfTour(tx, id);
  if (inactive) throw problem("REFERENCE_NOT_FOUND", { field: "vehicles.vehicle_id", id: inactive.id });
  const { count } = await countConflictingRunningTours(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count });
}

export async function finishTour(tx: Tx, scope: Scope, { reactions, now, ...wanted }: ShiftRequest & ShiftEntryMoment) {
  const at = shiftEntryTimeOf({ ...wanted, now });
  await lockOpenCasesOfTour(tx, wanted.id);
  const tour = await lockAndReadTourFacts(tx, scope, wanted);
  const decision = decideTourFinish(tour);
  if (decision.kind === "refused") throw problem(decision.code, decision.args);
  if (decision.case_ids.length > 0) {
    await reactions.releaseCases(tx, { tour_id: tour.id, case_ids: decision.case_ids, now });
    const { open_links } = await getTourFacts(tx, tour.id);
    if (open_links.length > 0) throw problem("TOUR_HAS_ACTIVE_CASES", { count: open_links.length });
  }
  endOpenSubStateSpan(tx, tour.id, at);
  await markTourFinished(tx, tour.id, at);
  const told = await announceTourChange(tx, tour.id, { change: "finished" });
  queueDutyStatusForPartner(tx, told, at);
  await endShiftSessions(tx, told.user_ids, now);
  return getTour(tx, scope, tour.id);
}

export async function changeTourSubState(
  tx: Tx,
  scope: Scope,
  {
    now,
    ...change
  }: ShiftRequest & Pick<ShiftEntryMoment, "now" | "occurred_at"> & { started_sub_state: StartedSubState },
) {
  const tour = await lockAndReadTourFacts(tx, scope, change);
  const entered = { subState: change.started_sub_state, now: shiftEntryTimeOf({ ...change, now }) };
  if (
    tour.status !== "SCHEDULED" &&
    change.occurred_at !== undefined &&
    (await isSuperseded(tx, tour.id, entered.now))
  ) {
    insertLateSubStateEntry(tx, tour.id, entered);
    return getTour(tx, scope, tour.id);
  }
  const decision = decideSubStateChange(tour, change.started_sub_state);
  if (decision.kind === "refused") throw problem(decision.code, decision.args);
  // A repeated tap is no change.
  if (tour.started_sub_state !== change.started_sub_state) {
    endOpenSubStateSpan(tx, tour.id, entered.now);
    await updateTourSubState(tx, tour.id, entered);
    beginSubStateSpan(tx, tour.id, entered);
    const told = await announceTourChange(tx, tour.id, { change: "sub_state" });
    queueDutyStatusForPartner(tx, told, entered.now);
  }
  return getTour(tx, scope, tour.id);
}

/** Whether a newer entry was received already: then this one only enters the history, whatever the tour does now. */
const isSuperseded = async (tx: Tx, id: string, at: Date) => {
  const newest = await selectNewestSubStateChangeTime(tx, id);
  return newest.at !== null && at.getTime() < Date.parse(newest.at);
};

/** Marks a tour as the primary one of its crew: others of the same people that are not finished lose the mark. */
export async function changeTourPrimaryMark(tx: Tx, scope: Scope, change: ShiftRequest & { primary: boolean }) {
  lockToursOfCrew(tx, change.id);
  const tour = await lockAndReadTourFacts(tx, { ...scope, driver: null }, change);
  const { status } = tour;
  if (status === "FINISHED") throw problem("TOUR_STATUS_CONFLICT", { status, required: "STARTED" });
  for (const { id } of await updateTourPrimaryMark(tx, tour.id, change.primary))
    await announceTourChange(tx, id, { change: "updated" });
  return getTour(tx, scope, tour.id);
}
