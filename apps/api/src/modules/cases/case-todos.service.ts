import type { Tx } from "#platform/database/database";
import { type PhoneEntry, processPhoneEntryOnce } from "#platform/database/phone-entries";
import { notFound } from "#platform/problem";
import { announceCase, shareLockCaseBeforeEvent, type CaseReader } from "./case-reader.service";
import { selectTodo, updateTodo } from "./case-todos.sql";

interface TodoCompletionRequest extends PhoneEntry {
  readonly case_id: string;
  readonly todo_id: string;
  readonly completed: boolean;
}

/** Ticks a todo. A phone that sends it again gets the todo as it is now. */
export const setCaseTodoCompletion = (
  tx: Tx,
  reader: CaseReader,
  { case_id, todo_id, ...ticking }: TodoCompletionRequest,
) =>
  processPhoneEntryOnce({ ...reader, tx }, ticking, {
    of: `setTodoCompleted ${case_id} ${todo_id}`,
    first: async () => ({ id: todo_id, answer: await completeTodoOnce(tx, reader, { case_id, todo_id, ...ticking }) }),
    again: () => selectTodo(tx, todo_id),
  });

async function completeTodoOnce(
  tx: Tx,
  { principal, scope, now }: CaseReader,
  { occurred_at, client_id: _client, ...ticking }: TodoCompletionRequest,
) {
  const { case_id, todo_id } = ticking;
  shareLockCaseBeforeEvent(tx, case_id);
  const at = occurred_at === undefined ? now : new Date(occurred_at);
  const found = await updateTodo(tx, scope, { ...ticking, completed_by: principal.subject_id, now: at });
  if (!found) throw notFound("todo", todo_id);
  const { changed, ...todo } = found;
  if (changed) await announceCase(tx, case_id, { change: "updated" });
  return todo;
}
