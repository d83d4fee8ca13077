import type { TimerKind } from "#modules/case-states/index";

/** What a timer's job carries; one job per case, tour and kind. */
export interface TimerPayload {
  readonly case_id: string;
  readonly tour_id: string;
}
export const jobKindOf = (kind: TimerKind) => `CASE_${kind}` as const;
export const jobKeyOf = ({ case_id, tour_id }: TimerPayload) => `${case_id} ${tour_id}`;
