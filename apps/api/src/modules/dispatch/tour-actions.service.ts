/** Actions that move a case between tours, as operations of the tour. */
import type {
  AssignCaseRequest,
  ForwardCaseRequest,
  ForwardRollbackRequest,
} from "@leitstand/contract/tours/rsa-dispatch";
import type { Static } from "@leitstand/contract/core/schema";
import { type CaseActionCall, performCaseAction } from "./case-actions.service";

type CommonActionFields = Pick<Static<typeof AssignCaseRequest>, "lock_version" | "occurred_at" | "action_id">;
const commonActionFieldsOf = ({ lock_version, occurred_at, action_id }: CommonActionFields) => ({
  lock_version,
  ...(occurred_at === undefined ? {} : { occurred_at }),
  ...(action_id === undefined ? {} : { action_id }),
});
const forceOption = (force: boolean | undefined) => (force === undefined ? {} : { force });

export const assignToTour = (call: CaseActionCall, tour_id: string, body: Static<typeof AssignCaseRequest>) =>
  performCaseAction(call, body.case_id, {
    ...commonActionFieldsOf(body),
    action: "ASSIGN",
    tour_id,
    payload: forceOption(body.force),
  });

export const forwardToTour = (call: CaseActionCall, to_tour_id: string, body: Static<typeof ForwardCaseRequest>) =>
  performCaseAction(call, body.case_id, {
    ...commonActionFieldsOf(body),
    action: "FORWARD",
    tour_id: body.from_tour_id,
    reason: body.reason,
    payload: { to_tour_id, ...forceOption(body.force) },
  });

export const rollBackForward = (call: CaseActionCall, body: Static<typeof ForwardRollbackRequest>) =>
  performCaseAction(call, body.case_id, {
    ...commonActionFieldsOf(body),
    action: "FORWARD_ROLLBACK",
    tour_id: body.from_tour_id,
    ...(body.reason === undefined ? {} : { reason: body.reason }),
    payload: { from_tour_id: body.from_tour_id },
  });
