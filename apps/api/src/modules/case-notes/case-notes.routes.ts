import { caseNoteOperations } from "@leitstand/contract/cases/case-notes";
import { implementOperations } from "#platform/http/handler";
import { setCaseTodoCompletion } from "#modules/cases/index";
import { addCaseComment, listCaseHistory, listCaseComments } from "./case-notes.service";

export const caseNoteRoutes = implementOperations(caseNoteOperations, {
  getCaseComments: ({ tx, scope, params, query }) => listCaseComments(tx, scope, { ...query, id: params.id }),
  createCaseComment: (call) => addCaseComment(call.tx, call, { ...call.body, id: call.params.id }),
  getCaseStateHistory: ({ tx, scope, params }) => listCaseHistory(tx, scope, params.id),
  setTodoCompleted: (call) =>
    setCaseTodoCompletion(call.tx, call, { ...call.body, ...call.params, completed: call.body.completed ?? true }),
});
