import { caseOperations } from "@leitstand/contract/cases/cases";
import { implement } from "#platform/http/handler";
import { getCase } from "./case-reader.service";
import { changeCase, createCase } from "./cases.service";

export const caseRoutes = implement(caseOperations, {
  createCase: (call) => createCase(call.tx, call, call.body),
  getCase: (call) => getCase(call.tx, call, { ...call.params, ...call.query }),
  updateCase: (call) => changeCase(call.tx, call, { ...call.body, id: call.params.id }),
});
