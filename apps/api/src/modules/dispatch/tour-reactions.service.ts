import type { Tx } from "#platform/database/database";
import { unassignAtTourFinish } from "#modules/case-states/index";
import { actorFor, type LoadedCase, loadForTour } from "#modules/case-snapshots/index";
import { forgetTour } from "#modules/cases/index";
import type { TourReactions, TourTurn } from "#modules/tours/index";
import { applyAction, applyChange } from "./case-actions.service";

/** Reactions of cases to the start and the end of their tour. */
export const tourReactions: TourReactions = {
  /** Alarms reserved roadside cases that are due; those with a later time keep their timer. */
  async onTourStarted(tx, { tour_id, case_ids, now }) {
    for (const case_id of case_ids)
      await applyAction(tx, { case_id, command: { action: "START", tour_id }, caller: "timer", now });
  },
  async releaseCases(tx, turn) {
    for (const snapshot of await loadForTour(tx, turn.case_ids)) await release(tx, snapshot, turn);
  },
  onTourDelete: forgetTour,
};

async function release(tx: Tx, snapshot: LoadedCase, { tour_id, now }: TourTurn) {
  const actor = actorFor("timer", snapshot);
  const change = unassignAtTourFinish(snapshot, tour_id, { actor, now });
  if (change !== undefined) await applyChange(tx, { snapshot, change, actor });
}
