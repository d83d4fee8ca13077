import type { Tx } from "#platform/database/database";
import { cancelBackgroundJob, scheduleBackgroundJob } from "#platform/background/jobs";
import type { AcceptedCaseAction, SnapshotCase } from "#modules/case-states/index";
import { jobKeyOfCaseTimer, jobKindOfCaseTimer } from "#modules/cases/index";

export const PHOTOS_DUE_JOB_KIND = "CASE_PHOTOS_DUE";
/**
 * Longest time that a phone may be without a network; until then its photos are accepted whatever became of the link.
 */
const PHOTOS_DUE_MS = 72 * 3_600_000;

/** Schedules the message to the dispatcher about announced photos that never arrived. */
export const schedulePhotosOverdueCheck = (
  tx: Tx,
  { now, ...payload }: { case_id: string; history_id: string; now: number },
) =>
  scheduleBackgroundJob(tx, {
    kind: PHOTOS_DUE_JOB_KIND,
    unique_key: payload.history_id,
    payload,
    due_at: new Date(now + PHOTOS_DUE_MS),
  });

interface ChangedCaseTimers {
  readonly snapshot: { readonly case: Pick<SnapshotCase, "id"> };
  readonly change: Pick<AcceptedCaseAction, "timers">;
}

/** Arms and cancels the timers of a change, with its commit. */
export function applyCaseTimerChanges(tx: Tx, { snapshot, change }: ChangedCaseTimers) {
  for (const { kind, tour_id, at } of change.timers) {
    const payload = { case_id: snapshot.case.id, tour_id };
    if (at === null) cancelBackgroundJob(tx, jobKindOfCaseTimer(kind), jobKeyOfCaseTimer(payload));
    else
      scheduleBackgroundJob(tx, {
        kind: jobKindOfCaseTimer(kind),
        unique_key: jobKeyOfCaseTimer(payload),
        payload,
        due_at: at,
      });
  }
}
