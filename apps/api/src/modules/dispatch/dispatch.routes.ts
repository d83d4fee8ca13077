import { caseActionOperations } from "@leitstand/contract/case-actions";
import { rsaDispatchOperations } from "@leitstand/contract/rsa-dispatch";
import { implement } from "#platform/module";
import { sendAction } from "./case-actions.service";
import { assignToTour, forwardToTour, rollBackForward } from "./tour-actions.service";

export const caseActionRoutes = implement(caseActionOperations, {
  receiveAction: (call) => sendAction(call, call.params.id, call.body),
});

export const rsaDispatchRoutes = implement(rsaDispatchOperations, {
  assignCaseToTour: (call) => assignToTour(call, call.params.id, call.body),
  forwardAssignCase: (call) => forwardToTour(call, call.params.id, call.body),
  forwardRollbackCase: (call) => rollBackForward(call, call.body),
});
