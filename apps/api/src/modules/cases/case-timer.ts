import type { CaseTimerKind } from "#modules/case-states/index";

/** Payload of a timer in the background queue; there is one timer per case, tour and kind. */
export interface CaseTimerJobPayload {
  readonly case_id: string;
  readonly tour_id: string;
}
export const jobKindOfCaseTimer = (kind: CaseTimerKind) => `CASE_${kind}` as const;
export const jobKeyOfCaseTimer = ({ case_id, tour_id }: CaseTimerJobPayload) => `${case_id} ${tour_id}`;
