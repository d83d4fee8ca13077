import { caseSearchOperations } from "@leitstand/contract/case-search";
import { implement } from "#platform/module";
import { searchCases } from "./case-search.service";

export const caseSearchRoutes = implement(caseSearchOperations, {
  getCases: (call) => searchCases(call.tx, call, call.body),
});
