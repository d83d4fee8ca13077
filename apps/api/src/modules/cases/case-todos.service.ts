import type { Tx } from "#platform/database/database";
import { notFound } from "#platform/problem";
import { announceCase, lockCase, type Reader } from "./case-reader.service";
import { updateTodo } from "./case-todos.sql";

export async function completeTodo(
  tx: Tx,
  { principal, scope, now }: Reader,
  { case_id, todo_id, completed }: { case_id: string; todo_id: string; completed: boolean },
) {
  lockCase(tx, case_id);
  const found = await updateTodo(tx, scope, { case_id, todo_id, completed, completed_by: principal.subject_id, now });
  if (!found) throw notFound("todo", todo_id);
  const { changed, ...todo } = found;
  if (changed) await announceCase(tx, case_id, "updated");
  return todo;
}
