import { branchCaseOperations } from "@leitstand/contract/branch-cases";
import { caseSearchOperations } from "@leitstand/contract/case-search";
import { implement } from "#platform/module";
import { listBranchCases } from "./branch-cases.service";
import { searchCases } from "./case-search.service";

export const caseSearchRoutes = [
  ...implement(caseSearchOperations, { getCases: (call) => searchCases(call.tx, call, call.body) }),
  ...implement(branchCaseOperations, {
    getBranchesAssociatedCases: (call) => listBranchCases(call.tx, call, call.body),
  }),
];
