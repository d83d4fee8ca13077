/** Actions on a case, and their answer. */
import { planningConstraints, violationLevels } from "../core/violation-level";
import { type Static, Type } from "typebox";
import { Case } from "./case";
import { SendActionBody } from "./case-action-input";
import { extendCaseStubSchema } from "./case-stub";
import { defineOperations, type OperationDeclaration } from "../operation/operation";
import { Enum, IdParams, ClosedObject, Uuid } from "../core/schema";

export const ActionWarning = ClosedObject(
  {
    code: Enum(["TOUR_ON_A_BREAK", "FAR_FROM_ADDRESS", "TOUR_CLOSED_FORCED", "LINK_NOT_RESTORED", "LOCATION_MISSING"], {
      description:
        "The crew has a break; it is far from the address; it was given a case although it takes none; or its link stays " +
        "closed because its tour has ended.",
    }),
    tour_id: Uuid,
  },
  { $id: "ActionWarning", examples: [{ code: "TOUR_ON_A_BREAK", tour_id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10" }] },
);
export const ActionViolation = ClosedObject(
  {
    constraint: Enum(planningConstraints),
    level: Enum(violationLevels),
    tour_id: Uuid,
  },
  {
    $id: "ActionViolation",
    examples: [{ constraint: "WORKLOAD", level: "MODERATE", tour_id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10" }],
  },
);

const actionRemarks = {
  warnings: Type.Array(ActionWarning, { description: "What did not forbid the action but should be known." }),
  constraint_violations: Type.Array(ActionViolation, {
    description: "What speaks against the new assignment; kept with the link.",
  }),
} as const;
export const CaseActionAnswer = ClosedObject(
  { ...Case.properties, ...actionRemarks },
  {
    $id: "CaseActionAnswer",
    description: "The case after the action, with what the caller may do next.",
    examples: [{ ...(Case as { examples?: object[] }).examples?.[0], warnings: [], constraint_violations: [] }],
  },
);
export type CaseActionAnswer = Static<typeof CaseActionAnswer>;
const CaseActionStub = extendCaseStubSchema(actionRemarks, "CaseActionStub", {
  warnings: [],
  constraint_violations: [],
});
/**
 * Typed as the answer to other callers; a driver whose action ended the own part, as `REJECT` does, gets a stub of the
 * case.
 */
export const CaseActionResult = Type.Unsafe<CaseActionAnswer>(Type.Union([CaseActionAnswer, CaseActionStub]));

/** Errors of the state machine's rules; the same for every way to ask for an action. */
export const caseActionErrorCodes = [
  "ACTION_INPUT_MISSING",
  "ACTION_NOT_AVAILABLE",
  "BRANCH_ACCESS_DENIED",
  "CASE_ACTION_NOT_ALLOWED",
  "CASE_CARGO_LOADED",
  "CASE_FINALIZED",
  "CONSTRAINT_VIOLATED",
  "FIELD_COMBINATION_INVALID",
  "REFERENCE_NOT_FOUND",
  "TIME_OUT_OF_RANGE",
  "TOUR_STATUS_CONFLICT",
  "UNDO_NOT_POSSIBLE",
] as const satisfies OperationDeclaration["errors"];

export const caseActionOperations = defineOperations("cases", {
  receiveAction: {
    on: "POST /cases/{id}/send_action",
    changes: "BRANCH",
    summary: "Carry out an action",
    description:
      "Changes the state of an open case; a case is opened by its approval, or by the edit that completes it. With `tour_id` the action " +
      "concerns the case on that tour, without it the case as a whole (`ASSIGN`, `CANCEL`, `DELIVER`). The actions that are possible now " +
      "are listed in `state.actions` and in `tour_case_states[].actions`.\n\n" +
      "`ASSIGN` also needs the grant `assignCaseToTour`, `FORWARD` and `FORWARD_ROLLBACK` need `forwardCase`. " +
      "A phone sends `action_id` and `occurred_at` with each step that it did while offline: the same `action_id` is carried out " +
      "once, and a phone's stale `lock_version` is accepted as long as no other caller has changed the case on this tour, its " +
      "places or its times; the phone's own steps with an `action_id` do not count as changes. After the case has ended on the driver's " +
      "tour, the driver may still send `UNDO` and `DONE` for 24 hours after finishing, and `FORWARD_ROLLBACK` for ten minutes after " +
      "forwarding. A driver who forwarded or rejected the case is answered with the short form that `getCase` answers then. Emits `case action`, and `tour update` for tours whose lists of cases change.",
    params: IdParams,
    body: SendActionBody,
    answer: CaseActionResult,
    errors: [...caseActionErrorCodes, "RESOURCE_ALREADY_EXISTS"],
    limit: "action",
  },
});
