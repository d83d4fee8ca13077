import { caseNoteOperations } from "@leitstand/contract/cases/case-notes";
import { implementOperations } from "#platform/http/handler";
import { completeTodo } from "#modules/cases/index";
import { addComment, getHistory, listComments } from "./case-notes.service";

export const caseNoteRoutes = implementOperations(caseNoteOperations, {
  getCaseComments: ({ tx, scope, params, query }) => listComments(tx, scope, { ...query, id: params.id }),
  createCaseComment: (call) => addComment(call.tx, call, { ...call.body, id: call.params.id }),
  getCaseStateHistory: ({ tx, scope, params }) => getHistory(tx, scope, params.id),
  setTodoCompleted: (call) =>
    completeTodo(call.tx, call, { ...call.body, ...call.params, completed: call.body.completed ?? true }),
});
