/** Roadside dispatch by tour: the same actions as `send_action`, asked of the tour that gets or loses the case. */
import { Type } from "typebox";
import { CaseActionResult, caseActionErrorCodes } from "../cases/case-actions";
import { defineOperations } from "../operation/operation";
import { DateTime, IdParams, SingleLineText, LockVersion, ClosedObject, Uuid } from "../core/schema";

const dispatchRequestFields = {
  case_id: Uuid,
  lock_version: LockVersion,
  occurred_at: Type.Optional(DateTime),
  action_id: Type.Optional(Uuid),
} as const;
const forceField = Type.Optional(
  Type.Boolean({ description: "A dispatcher goes on in spite of severe violations or a tour that takes no cases." }),
);
const dispatchRequestExample = { case_id: "c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10", lock_version: 3 };
const fromTourExampleId = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10";

export const AssignCaseRequest = ClosedObject(
  { ...dispatchRequestFields, force: forceField },
  { $id: "AssignCaseRequest", examples: [dispatchRequestExample] },
);
export const ForwardCaseRequest = ClosedObject(
  { ...dispatchRequestFields, from_tour_id: Uuid, reason: SingleLineText(255), force: forceField },
  {
    $id: "ForwardCaseRequest",
    examples: [{ ...dispatchRequestExample, from_tour_id: fromTourExampleId, reason: "Needs a tow truck" }],
  },
);
export const ForwardRollbackRequest = ClosedObject(
  {
    ...dispatchRequestFields,
    from_tour_id: { ...Uuid, description: "The tour that passed the case on and gets it back." },
    reason: Type.Optional(SingleLineText(255)),
  },
  { $id: "ForwardRollbackRequest", examples: [{ ...dispatchRequestExample, from_tour_id: fromTourExampleId }] },
);

const rsaDispatchDefaults = {
  tenantTypes: ["ROADSIDE_ASSISTANCE"],
  answer: CaseActionResult,
  limit: "action",
} as const;

export const rsaDispatchOperations = defineOperations("rsa", {
  assignCaseToTour: {
    on: "POST /rsa/tours/{id}/assign_case",
    changes: "BRANCH",
    summary: "Assign a case to a tour",
    description: "`ASSIGN`: the crew is alarmed at once, or at the case's `not_before`.",
    params: IdParams,
    body: AssignCaseRequest,
    errors: caseActionErrorCodes,
    ...rsaDispatchDefaults,
  },
  forwardAssignCase: {
    on: "POST /rsa/tours/{id}/forward_assign_case",
    changes: "BRANCH",
    summary: "Pass a case on to a tour",
    description: "`FORWARD` from `from_tour_id` to this tour, e.g. to a tow truck.",
    grant: "forwardCase",
    params: IdParams,
    body: ForwardCaseRequest,
    errors: caseActionErrorCodes,
    ...rsaDispatchDefaults,
  },
  forwardRollbackCase: {
    on: "POST /rsa/tours/forward_rollback_case",
    changes: "BRANCH",
    summary: "Take a forwarded case back",
    description: "`FORWARD_ROLLBACK`: as long as it is not accepted, the case returns to the tour that passed it on.",
    grant: "forwardCase",
    body: ForwardRollbackRequest,
    errors: [...caseActionErrorCodes, "RESOURCE_NOT_FOUND"],
    ...rsaDispatchDefaults,
  },
});
