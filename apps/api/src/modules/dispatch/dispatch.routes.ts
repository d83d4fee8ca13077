import { caseActionOperations } from "@leitstand/contract/cases/case-actions";
import { rsaDispatchOperations } from "@leitstand/contract/tours/rsa-dispatch";
import { caseAssignmentOperations } from "@leitstand/contract/cases/case-assignments";
import { caseChangeOperations } from "@leitstand/contract/cases/case-changes";
import { answerLanguageOf } from "#platform/http/error-answer";
import { problemOfError } from "#platform/http/fault";
import { implementOperations, defineMultiStepHandler } from "#platform/http/handler";
import { performCaseAction } from "./case-actions.service";
import { assignCases } from "./case-assignments.service";
import { reassignCase } from "./reassignment.service";
import { changeTimeWindowAndNotifyCrews } from "./time-window.service";
import { assignToTour, forwardToTour, rollBackForward } from "./tour-actions.service";

export const caseActionRoutes = implementOperations(caseActionOperations, {
  receiveAction: (call) => performCaseAction(call, call.params.id, call.body),
});

export const caseChangeRoutes = implementOperations(caseChangeOperations, {
  reassignCase: (call) => reassignCase(call, call.params.id, call.body),
  updateCaseTimeWindow: (call) => changeTimeWindowAndNotifyCrews(call, call.params.id, call.body),
});

export const rsaDispatchRoutes = implementOperations(rsaDispatchOperations, {
  assignCaseToTour: (call) => assignToTour(call, call.params.id, call.body),
  forwardAssignCase: (call) => forwardToTour(call, call.params.id, call.body),
  forwardRollbackCase: (call) => rollBackForward(call, call.body),
});

/** Each case has a transaction of its own. */
export const caseAssignmentRoutes = implementOperations(caseAssignmentOperations, {
  assignCasesToTours: defineMultiStepHandler((call) => {
    const language = answerLanguageOf(call.acceptLanguage);
    return assignCases({ ...call, language, toProblem: problemOfError }, call.body.assignments);
  }),
});
