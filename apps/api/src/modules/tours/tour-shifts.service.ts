import type { TourStartNowRequest } from "@leitstand/contract/tours/tour-requests";
import type { StartedSubState } from "@leitstand/contract/tours/tour-states";
import { decideSubState, decideTourFinish, decideTourStart } from "#modules/case-states/index";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { problem } from "#platform/problem";
import { lockTourFacts, insertPlannedTour } from "./tour-plans.service";
import {
  countRunningRivals,
  lockOpenCases,
  queueForStart,
  selectInactiveVehicle,
  updateFinished,
  updatePrimary,
  updateStarted,
  updateSubState,
} from "./tour-changes.sql";
import { announceTour, getTour, getTourFacts, tellDutyStatus } from "./tours.service";
import { selectTour } from "./tours.sql";

/** The cases of a tour that its start or end touches. They and the tour are locked by the running transaction. */
export interface TourTurn {
  readonly tour_id: string;
  readonly case_ids: readonly string[];
  readonly now: Date;
}

/** What follows from a tour's start or end for the cases on it; told by whoever stands above tours and cases. */
export interface TourReactions {
  /** The tour is STARTED: its reserved cases may be due. */
  onTourStarted(tx: Tx, turn: TourTurn): Promise<void>;
  /** Takes every waiting case back from a tour that is about to end. One that stays forbids the end. */
  releaseCases(tx: Tx, turn: TourTurn): Promise<void>;
  /** A planned tour is about to be deleted: no case may name it any more. */
  onTourDelete(tx: Tx, tour_id: string): Promise<void>;
}

interface Moment {
  readonly reactions: TourReactions;
  readonly now: Date;
}
interface Wanted {
  readonly id: string;
  readonly lock_version?: number;
}

export async function startTour(
  tx: Tx,
  scope: Scope,
  { started_sub_state, reactions, now, ...wanted }: Wanted & Moment & { started_sub_state?: StartedSubState },
) {
  await queueForStart(tx);
  await lockOpenCases(tx, wanted.id);
  const tour = await lockTourFacts(tx, scope, wanted);
  const decision = decideTourStart(tour);
  if (decision.kind === "refused") throw problem(decision.code, decision.args);
  await refuseRivals(tx, tour.id);
  await updateStarted(tx, tour.id, { subState: started_sub_state ?? decision.started_sub_state ?? "ACTIVE", now });
  await reactions.onTourStarted(tx, { tour_id: tour.id, case_ids: decision.case_ids, now });
  const told = await announceTour(tx, tour.id, { change: "started" });
  tellDutyStatus(tx, told, now);
  return getTour(tx, scope, tour.id);
}

/** Drivers may begin a shift of their own: they, or the device they call with, are on the tour. */
export async function createAndStartTour(
  tx: Tx,
  scope: Scope,
  { started_sub_state, reactions, now, ...draft }: TourStartNowRequest & Moment,
) {
  const id = await insertPlannedTour(tx, scope, draft);
  if (!(await selectTour(tx, scope, id))) throw problem("FIELD_COMBINATION_INVALID", { fields: "user_ids,vehicles" });
  return startTour(tx, scope, { id, reactions, now, ...(started_sub_state ? { started_sub_state } : {}) });
}

async function refuseRivals(tx: Tx, id: string) {
  const inactive = await selectInactiveVehicle(tx, id);
  if (inactive) throw problem("REFERENCE_NOT_FOUND", { field: "vehicles.vehicle_id", id: inactive.id });
  const { count } = await countRunningRivals(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count });
}

export async function finishTour(tx: Tx, scope: Scope, { reactions, now, ...wanted }: Wanted & Moment) {
  await lockOpenCases(tx, wanted.id);
  const tour = await lockTourFacts(tx, scope, wanted);
  const decision = decideTourFinish(tour);
  if (decision.kind === "refused") throw problem(decision.code, decision.args);
  if (decision.case_ids.length > 0) {
    await reactions.releaseCases(tx, { tour_id: tour.id, case_ids: decision.case_ids, now });
    const { open_links } = await getTourFacts(tx, tour.id);
    if (open_links.length > 0) throw problem("TOUR_HAS_ACTIVE_CASES", { count: open_links.length });
  }
  await updateFinished(tx, tour.id, now);
  const told = await announceTour(tx, tour.id, { change: "finished" });
  tellDutyStatus(tx, told, now);
  return getTour(tx, scope, tour.id);
}

export async function changeSubState(
  tx: Tx,
  scope: Scope,
  { now, ...change }: Wanted & Pick<Moment, "now"> & { started_sub_state: StartedSubState },
) {
  const tour = await lockTourFacts(tx, scope, change);
  const decision = decideSubState(tour, change.started_sub_state);
  if (decision.kind === "refused") throw problem(decision.code, decision.args);
  // A repeated tap is no change.
  if (tour.started_sub_state !== change.started_sub_state) {
    await updateSubState(tx, tour.id, { subState: change.started_sub_state, now });
    const told = await announceTour(tx, tour.id, { change: "sub_state" });
    tellDutyStatus(tx, told, now);
  }
  return getTour(tx, scope, tour.id);
}

/** One tour of a crew is its primary one: the others of the same people that are not finished lose the mark. */
export async function changePrimary(tx: Tx, scope: Scope, change: Wanted & { primary: boolean }) {
  const tour = await lockTourFacts(tx, { ...scope, driver: null }, change);
  const { status } = tour;
  if (status === "FINISHED") throw problem("TOUR_STATUS_CONFLICT", { status, required: "STARTED" });
  for (const { id } of await updatePrimary(tx, tour.id, change.primary))
    await announceTour(tx, id, { change: "updated" });
  return getTour(tx, scope, tour.id);
}
