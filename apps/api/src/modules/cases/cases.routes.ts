import { caseOperations } from "@leitstand/contract/cases";
import { implement } from "#platform/module";
import { getCaseAnswer } from "./case-reader.service";
import { changeCase, createCase } from "./cases.service";

export const caseRoutes = implement(caseOperations, {
  createCase: (call) => createCase(call.tx, call, call.body),
  getCase: (call) => getCaseAnswer(call.tx, call, call.params.id, call.query.include_associations),
  updateCase: (call) => changeCase(call.tx, call, call.params.id, call.body),
});
