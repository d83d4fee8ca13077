import type { Tx } from "#platform/database/database";
import { cancelBackgroundJob, scheduleBackgroundJob } from "#platform/background/jobs";
import { jobKeyOfCaseTimer, jobKindOfCaseTimer } from "../case-timer";
import { selectOpenLinksOfCase, updatePostponedTime } from "../cases.sql";

/**
 * Moves the timers of reserved roadside cases to the new time, and with them the time until which a case was postponed:
 * postponing it has set both. Without a time, or with one that has passed, the case is due at once; the timer itself
 * checks whether the tour has started.
 */
export async function rescheduleCaseTimers(tx: Tx, case_id: string, { not_before, now }: NewCaseTime) {
  const ahead = not_before !== null && Date.parse(not_before) >= now.getTime() ? not_before : null;
  const wasPostponed = await updatePostponedTime(tx, case_id, ahead);
  for (const { tour_id, state } of await selectOpenLinksOfCase(tx, case_id)) {
    if (state !== "reserved") continue;
    const payload = { case_id, tour_id };
    const unique_key = jobKeyOfCaseTimer(payload);
    scheduleBackgroundJob(tx, { kind: jobKindOfCaseTimer("START_DUE"), unique_key, payload, due_at: ahead ?? now });
    if (!wasPostponed) continue;
    const kind = jobKindOfCaseTimer("POSTPONE_REMINDER");
    if (ahead === null) cancelBackgroundJob(tx, kind, unique_key);
    else scheduleBackgroundJob(tx, { kind, unique_key, payload, due_at: ahead });
  }
}
interface NewCaseTime {
  readonly not_before: string | null;
  readonly now: Date;
}
