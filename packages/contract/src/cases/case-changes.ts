/** Changes by dispatchers in one call: move a case to another tour, move its times, approve it. */
import { Type } from "typebox";
import { OptionalNullable, Timeframe } from "../company/address";
import { caseActionErrorCodes, CaseActionResult } from "./case-actions";
import { Case } from "./case";
import { defineOperations } from "../operation/operation";
import { DateTime, IdParams, SingleLineText, LockVersion, ClosedObject, Uuid } from "../core/schema";

const fromTourExampleId = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10";
const toTourExampleId = "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05";

export const ReassignCaseRequest = ClosedObject(
  {
    from_tour_id: { ...Uuid, description: "The tour that has it now." },
    to_tour_id: { ...Uuid, description: "The tour that gets it." },
    lock_version: LockVersion,
    reason: Type.Optional({
      ...SingleLineText(255),
      description: "Why; kept in the history, `REASSIGNED` when left out, and told to a crew that has begun.",
    }),
    force: Type.Optional(
      Type.Boolean({ description: "In spite of severe violations, or of a tour that takes no cases." }),
    ),
    action_id: Type.Optional({ ...Uuid, description: "The same one is carried out once, however often it is sent." }),
  },
  {
    $id: "ReassignCaseRequest",
    examples: [{ from_tour_id: fromTourExampleId, to_tour_id: toTourExampleId, lock_version: 3, reason: "Closer by" }],
  },
);

const timeWindowExample = { from: "2026-03-02T09:00:00+00:00", to: "2026-03-02T11:00:00+00:00" };
export const CaseTimeWindowRequest = ClosedObject(
  {
    not_before: OptionalNullable({ ...DateTime, description: "Null: as the source's time frame begins." }),
    due_at: OptionalNullable({ ...DateTime, description: "Null: as the source's time frame ends." }),
    source_timeframe: OptionalNullable(Timeframe),
    target_timeframe: OptionalNullable(Timeframe),
    reason: Type.Optional({ ...SingleLineText(255), description: "Why; kept in the history." }),
    lock_version: LockVersion,
  },
  {
    $id: "CaseTimeWindowRequest",
    examples: [{ source_timeframe: timeWindowExample, reason: "Asked for later", lock_version: 3 }],
  },
);

export const ApproveCaseRequest = ClosedObject(
  { lock_version: LockVersion },
  { $id: "ApproveCaseRequest", examples: [{ lock_version: 3 }] },
);
export const WithdrawCaseApprovalRequest = ClosedObject(
  { reason: SingleLineText(255), lock_version: LockVersion },
  { $id: "WithdrawCaseApprovalRequest", examples: [{ reason: "The order is not signed", lock_version: 4 }] },
);

export const caseChangeOperations = defineOperations("cases", {
  reassignCase: {
    on: "POST /cases/{id}/reassign",
    changes: "BRANCH",
    summary: "Give a case to another tour",
    description:
      "`UNASSIGN` from one tour and `ASSIGN` to another in one step, with the rules of both: refused, the case stays where " +
      "it is. At no moment is the case without a tour, and the history has two rows of one group. For dispatchers alone; " +
      "what is on board stays there (`CASE_CARGO_LOADED`). It is taken back by the next reassignment. Emits one " +
      "`case action`, the `ASSIGN`, and `tour update` for both tours.",
    grant: "assignCaseToTour",
    params: IdParams,
    body: ReassignCaseRequest,
    answer: CaseActionResult,
    errors: caseActionErrorCodes,
    limit: "action",
  },
  updateCaseTimeWindow: {
    on: "PATCH /cases/{id}/time_window",
    changes: "BRANCH",
    summary: "Move the times of a case",
    description:
      "Changes when a case may begin and has to be done, and nothing else; what is left out stays. `not_before` and `due_at` " +
      "that were those of the source's time frame move along with it. A roadside job that waits for its time waits for the " +
      "new one, crews that have the case are told, and what a phone did offline with the old times in mind is refused. " +
      "Once the case is on board only the target's time frame can move (`CASE_CARGO_LOADED`). The history has a row `EDIT`. " +
      "Emits `case update`.",
    grant: "updateCase",
    params: IdParams,
    body: CaseTimeWindowRequest,
    answer: Case,
    errors: [
      "CASE_CARGO_LOADED",
      "CASE_FINALIZED",
      "FIELD_COMBINATION_INVALID",
      "TIME_OUT_OF_RANGE",
      "TIME_RANGE_INVALID",
    ],
  },
});

export const caseApprovalOperations = defineOperations("cases", {
  approveCase: {
    on: "POST /cases/{id}/approve",
    changes: "BRANCH",
    summary: "Approve a case",
    description:
      "From now on it can be assigned to tours; a complete roadside case goes from `create` to `open`. Of an approved case " +
      "nothing changes. With the setting `approval_needs_grant` this grant is also needed to save `approved: true`, and " +
      "the user who created a case cannot approve it (`AUTH_GRANT_MISSING`). The history has a row `APPROVE`. Emits `case update`.",
    params: IdParams,
    body: ApproveCaseRequest,
    answer: Case,
    errors: ["CASE_FINALIZED", "FIELD_COMBINATION_INVALID"],
  },
  withdrawCaseApproval: {
    on: "POST /cases/{id}/withdraw_approval",
    changes: "BRANCH",
    summary: "Withdraw the approval of a case",
    description:
      "It cannot be assigned until it is approved again; a roadside case goes back to `create`. Of a case that is on a tour " +
      "it is refused (`RESOURCE_IN_USE`); of one that is not approved nothing changes. The history has a row " +
      "`WITHDRAW_APPROVAL` with the reason. Emits `case update`.",
    grant: "approveCase",
    params: IdParams,
    body: WithdrawCaseApprovalRequest,
    answer: Case,
    errors: ["CASE_FINALIZED", "RESOURCE_IN_USE"],
  },
});
