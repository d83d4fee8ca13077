import type { Tx } from "#platform/database/database";
import { cancelJob, schedule } from "#platform/work/jobs";
import type { TimerKind } from "#modules/case-states/index";
import type { PendingChange } from "#modules/cases/index";

/** What a timer's job carries; one job per case, tour and kind. */
export interface TimerPayload {
  readonly case_id: string;
  readonly tour_id: string;
}
export const jobKindOf = (kind: TimerKind) => `CASE_${kind}` as const;
export const jobKeyOf = ({ case_id, tour_id }: TimerPayload) => `${case_id} ${tour_id}`;

/** Arms and cancels the timers of a change, with its commit. */
export function setTimers(tx: Tx, { snapshot, change }: PendingChange) {
  for (const { kind, tour_id, at } of change.timers) {
    const payload = { case_id: snapshot.case.id, tour_id };
    if (at === null) cancelJob(tx, jobKindOf(kind), jobKeyOf(payload));
    else schedule(tx, { kind: jobKindOf(kind), unique_key: jobKeyOf(payload), payload, due_at: at });
  }
}
