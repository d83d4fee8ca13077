import type { Tx } from "#platform/database/database";
import { schedule } from "#platform/background/jobs";
import { jobKeyOf, jobKindOf } from "../case-timer";
import { selectOpenLinks } from "../cases.sql";

/**
 * Moves the start timer of reserved roadside cases to the new time. Without a time, or with one that has passed, the
 * case is due at once; the timer itself checks whether the tour has started.
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
