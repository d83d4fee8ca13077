/** Applying a plan: many cases get their tours in one call, each for itself. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { LockVersion, Nullable, ClosedObject, Uuid } from "../core/schema";

const assignmentExample = {
  tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
  case_id: "7b1c2d3e-4f50-4162-8374-95a6b7c8d901",
};

export const CaseAssignment = ClosedObject(
  {
    case_id: Uuid,
    tour_id: Uuid,
    from_tour_id: Type.Optional({
      ...Uuid,
      description: "The tour that has it now, when it moves: as `reassignCase`.",
    }),
    lock_version: LockVersion,
    force: Type.Optional(
      Type.Boolean({ description: "In spite of severe violations, or of a tour that takes no cases." }),
    ),
    action_id: Type.Optional({ ...Uuid, description: "The same one is carried out once, however often it is sent." }),
  },
  { $id: "CaseAssignment", examples: [{ ...assignmentExample, lock_version: 3 }] },
);
export const CaseAssignments = ClosedObject(
  { assignments: Type.Array(CaseAssignment, { minItems: 1, maxItems: 200 }) },
  { $id: "CaseAssignments", examples: [{ assignments: [{ ...assignmentExample, lock_version: 3 }] }] },
);

export const CaseAssignmentOutcome = ClosedObject(
  {
    case_id: Uuid,
    tour_id: Uuid,
    assigned: Type.Boolean(),
    lock_version: Nullable({ ...LockVersion, description: "Of the case after the assignment." }),
    refusal: Nullable(
      ClosedObject(
        { status: Type.Integer(), code: Type.String(), message: Type.String() },
        {
          $id: "AssignmentRefusal",
          description: "As the same assignment would have been refused by `send_action`.",
          examples: [
            { status: 409, code: "LOCK_VERSION_CONFLICT", message: "The object was changed in the meantime." },
          ],
        },
      ),
    ),
  },
  {
    $id: "CaseAssignmentOutcome",
    examples: [{ ...assignmentExample, assigned: true, lock_version: 4, refusal: null }],
  },
);
export const CaseAssignmentOutcomes = ClosedObject(
  { outcomes: Type.Array(CaseAssignmentOutcome, { description: "In the order of the request." }) },
  {
    $id: "CaseAssignmentOutcomes",
    examples: [{ outcomes: [{ ...assignmentExample, assigned: true, lock_version: 4, refusal: null }] }],
  },
);

export const caseAssignmentOperations = defineOperations("routing", {
  assignCasesToTours: {
    on: "POST /routing/assignments",
    changes: "BRANCH",
    summary: "Assign cases to tours as planned",
    description:
      "Applies a plan: each case is assigned to its tour as `ASSIGN` of `send_action` would do it, in a transaction of its " +
      "own and in the order given; one with `from_tour_id` moves from that tour as by `reassignCase`. One that is refused does not stop the others; `outcomes` says of each what happened.",
    grant: "assignCaseToTour",
    body: CaseAssignments,
    answer: CaseAssignmentOutcomes,
    limit: "action",
  },
});
