import type { Tx } from "#platform/database/database";
import { schedule } from "#platform/background/jobs";
import { jobKeyOf, jobKindOf } from "../case-timer";
import { selectOpenLinks } from "../cases.sql";

/**
 * A roadside job that waits on a tour for its time waits for the new one. Without a time, or with one that is over, it is due at
 * once; the timer finds out itself whether somebody is there to drive.
 */
export async function waitForNewTime(tx: Tx, case_id: string, { not_before, now }: NewTime) {
  for (const { tour_id, state } of await selectOpenLinks(tx, case_id)) {
    if (state !== "reserved") continue;
    const payload = { case_id, tour_id };
    const due_at = not_before === null || Date.parse(not_before) < now.getTime() ? now : not_before;
    schedule(tx, { kind: jobKindOf("START_DUE"), unique_key: jobKeyOf(payload), payload, due_at });
  }
}
interface NewTime {
  readonly not_before: string | null;
  readonly now: Date;
}
