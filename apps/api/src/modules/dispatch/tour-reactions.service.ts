import type { Tx } from "#platform/database/database";
import { alarmTimersAtTourStart, decideUnassignAtTourFinish } from "#modules/case-states/index";
import {
  resolveActorForCaller,
  type LoadedCaseSnapshot,
  lockAndLoadCaseSnapshots,
} from "#modules/case-snapshots/index";
import { announceCasesOfMovedTour, deletePlannedTourFromCases } from "#modules/cases/index";
import type { TourLifecycleHandlers, TourStartOrEndContext } from "#modules/tours/index";
import { applyAction, recordDecidedCaseChange } from "./case-actions.service";
import { applyCaseTimerChanges } from "./case-timers.service";

/** Reactions of cases to the start and the end of their tour. */
export const caseReactionsToTourChanges: TourLifecycleHandlers = {
  /**
   * Alarms reserved roadside cases that are due; those with a later time keep their timer. Of assigned transports the
   * time to answer begins.
   */
  async onTourStarted(tx, { tour_id, case_ids, now }) {
    const snapshots = case_ids.length === 0 ? [] : await lockAndLoadCaseSnapshots(tx, case_ids);
    for (const snapshot of snapshots) {
      if (snapshot.case.data_type === "FUNERAL")
        applyCaseTimerChanges(tx, { snapshot, change: { timers: alarmTimersAtTourStart(snapshot, tour_id, now) } });
      else
        await applyAction(tx, {
          case_id: snapshot.case.id,
          command: { action: "START", tour_id },
          caller: "timer",
          now,
        });
    }
  },
  async releaseCases(tx, turn) {
    for (const snapshot of await lockAndLoadCaseSnapshots(tx, turn.case_ids))
      await releaseAtTourFinish(tx, snapshot, turn);
  },
  onTourDelete: deletePlannedTourFromCases,
  onTourMoved: announceCasesOfMovedTour,
};

async function releaseAtTourFinish(tx: Tx, snapshot: LoadedCaseSnapshot, { tour_id, now }: TourStartOrEndContext) {
  const actor = resolveActorForCaller("timer", snapshot);
  const change = decideUnassignAtTourFinish(snapshot, tour_id, { actor, now });
  if (change !== undefined) await recordDecidedCaseChange(tx, { snapshot, change, actor });
}
