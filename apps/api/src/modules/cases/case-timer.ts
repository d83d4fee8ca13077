import type { TimerKind } from "#modules/case-states/index";

/** Payload of a timer in the background queue; there is one timer per case, tour and kind. */
export interface TimerPayload {
  readonly case_id: string;
  readonly tour_id: string;
}
export const timerJobKind = (kind: TimerKind) => `CASE_${kind}` as const;
export const timerJobKey = ({ case_id, tour_id }: TimerPayload) => `${case_id} ${tour_id}`;
