import { branchCaseOperations } from "@leitstand/contract/cases/branch-cases";
import { caseSearchOperations } from "@leitstand/contract/cases/case-search";
import { implementOperations } from "#platform/http/handler";
import { listBranchCases } from "./branch-cases.service";
import { searchCases } from "./case-search.service";

export const caseSearchRoutes = [
  ...implementOperations(caseSearchOperations, { getCases: (call) => searchCases(call.tx, call, call.body) }),
  ...implementOperations(branchCaseOperations, {
    getBranchesAssociatedCases: (call) => listBranchCases(call.tx, call, call.body),
  }),
];
