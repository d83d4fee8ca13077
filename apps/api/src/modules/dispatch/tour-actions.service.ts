/** Actions that move a case between tours, as operations of the tour. */
import type {
  AssignCaseRequest,
  ForwardCaseRequest,
  ForwardRollbackRequest,
} from "@leitstand/contract/tours/rsa-dispatch";
import type { Static } from "@leitstand/contract/core/schema";
import { type ActionCall, performAction } from "./case-actions.service";

type CommonActionFields = Pick<Static<typeof AssignCaseRequest>, "lock_version" | "occurred_at" | "action_id">;
const commonActionFieldsOf = ({ lock_version, occurred_at, action_id }: CommonActionFields) => ({
  lock_version,
  ...(occurred_at === undefined ? {} : { occurred_at }),
  ...(action_id === undefined ? {} : { action_id }),
});
const forceOption = (force: boolean | undefined) => (force === undefined ? {} : { force });

export const assignToTour = (call: ActionCall, tour_id: string, body: Static<typeof AssignCaseRequest>) =>
  performAction(call, body.case_id, {
    ...commonActionFieldsOf(body),
    action: "ASSIGN",
    tour_id,
    payload: forceOption(body.force),
  });

export const forwardToTour = (call: ActionCall, to_tour_id: string, body: Static<typeof ForwardCaseRequest>) =>
  performAction(call, body.case_id, {
    ...commonActionFieldsOf(body),
    action: "FORWARD",
    tour_id: body.from_tour_id,
    reason: body.reason,
    payload: { to_tour_id, ...forceOption(body.force) },
  });

export const rollBackForward = (call: ActionCall, body: Static<typeof ForwardRollbackRequest>) =>
  performAction(call, body.case_id, {
    ...commonActionFieldsOf(body),
    action: "FORWARD_ROLLBACK",
    tour_id: body.from_tour_id,
    ...(body.reason === undefined ? {} : { reason: body.reason }),
    payload: { from_tour_id: body.from_tour_id },
  });
