import type { Tx } from "#platform/database/database";
import { unassignAtTourFinish } from "#modules/case-states/index";
import { actorForCaller, type LoadedCase, loadCasesForTour } from "#modules/case-snapshots/index";
import { deleteTourFromCases } from "#modules/cases/index";
import type { TourReactions, TourStartOrEnd } from "#modules/tours/index";
import { applyAction, applyChange } from "./case-actions.service";

/** Reactions of cases to the start and the end of their tour. */
export const tourReactions: TourReactions = {
  /** Alarms reserved roadside cases that are due; those with a later time keep their timer. */
  async onTourStarted(tx, { tour_id, case_ids, now }) {
    for (const case_id of case_ids)
      await applyAction(tx, { case_id, command: { action: "START", tour_id }, caller: "timer", now });
  },
  async releaseCases(tx, turn) {
    for (const snapshot of await loadCasesForTour(tx, turn.case_ids)) await releaseAtTourFinish(tx, snapshot, turn);
  },
  onTourDelete: deleteTourFromCases,
};

async function releaseAtTourFinish(tx: Tx, snapshot: LoadedCase, { tour_id, now }: TourStartOrEnd) {
  const actor = actorForCaller("timer", snapshot);
  const change = unassignAtTourFinish(snapshot, tour_id, { actor, now });
  if (change !== undefined) await applyChange(tx, { snapshot, change, actor });
}
