import type { Tx } from "#platform/database/database";
import { scheduleBackgroundJob } from "#platform/background/jobs";
import { caseTimerJobKey, caseTimerJobKind } from "../case-timer";
import { selectOpenLinksOfCase } from "../cases.sql";

/**
 * Moves the start timer of reserved roadside cases to the new time. Without a time, or with one that has passed, the
 * case is due at once; the timer itself checks whether the tour has started.
 */
export async function rescheduleStartTimers(tx: Tx, case_id: string, { not_before, now }: NewCaseTime) {
  for (const { tour_id, state } of await selectOpenLinksOfCase(tx, case_id)) {
    if (state !== "reserved") continue;
    const payload = { case_id, tour_id };
    const due_at = not_before === null || Date.parse(not_before) < now.getTime() ? now : not_before;
    scheduleBackgroundJob(tx, {
      kind: caseTimerJobKind("START_DUE"),
      unique_key: caseTimerJobKey(payload),
      payload,
      due_at,
    });
  }
}
interface NewCaseTime {
  readonly not_before: string | null;
  readonly now: Date;
}
