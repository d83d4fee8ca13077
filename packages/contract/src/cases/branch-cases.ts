/** Cases of several branches of a tenant side by side, open or finished. */
import { type Static, Type } from "typebox";
import { Case } from "./case";
import { defineOperations } from "../operation/operation";
import { COUNTED_TOTAL_MAX, ClosedObject, Uuid } from "../core/schema";

export const BranchCasesRequest = ClosedObject(
  {
    branch_ids: Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true }),
    finalized: Type.Optional(
      Type.Boolean({ default: false, description: "Closed cases instead of those to be done." }),
    ),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Cases of each branch." })),
    include_associations: Type.Optional(Type.Boolean({ default: true })),
  },
  { $id: "BranchCasesRequest", examples: [{ branch_ids: ["7e6d5c4b-3a29-4817-8605-f4e3d2c1b001"], size: 10 }] },
);
export type BranchCasesRequest = Static<typeof BranchCasesRequest>;

export const CasesOfBranch = ClosedObject(
  {
    branch_id: Uuid,
    total_elements: Type.Integer({
      minimum: 0,
      maximum: COUNTED_TOTAL_MAX,
      description: `All of the branch's, shown or not, counted up to ${COUNTED_TOTAL_MAX}.`,
    }),
    total_is_exact: Type.Boolean({ description: "False where there are more." }),
    cases: Type.Array(Case, { description: "The newest first." }),
  },
  {
    $id: "CasesOfBranch",
    examples: [
      { branch_id: "7e6d5c4b-3a29-4817-8605-f4e3d2c1b001", total_elements: 0, total_is_exact: true, cases: [] },
    ],
  },
);

export const branchCaseOperations = defineOperations("branches", {
  getBranchesAssociatedCases: {
    on: "POST /branches/associated_cases",
    summary: "List the cases of several branches",
    description: "In the order of the branches' ids; branches out of reach are left out.",
    grant: "getCases",
    safe: true,
    body: BranchCasesRequest,
    answer: Type.Array(CasesOfBranch),
  },
});
