import type { Tx } from "#platform/database";
import { announce } from "#platform/events";
import type { Principal, Scope } from "#platform/principal";
import { notFound } from "#platform/problem";
import { orderBy } from "#platform/sort";
import { announceCase, getCaseNews, holdCase, type Reader } from "#modules/cases/index";
import { commentSorting, insertComment, selectComments, selectHistory, updateTodo } from "./case-notes.sql";

interface CommentQuery {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: readonly string[] | undefined;
}

export async function listComments(
  tx: Tx,
  scope: Scope,
  { id, page = 0, size = 20, sort }: CommentQuery & { id: string },
) {
  const order = orderBy(sort, commentSorting);
  const found = await selectComments(tx, scope, { id, page, size, order });
  if (!found) throw notFound("case", id);
  const { total_elements, comments } = found;
  return { meta: { page, size, total_elements, total_pages: Math.ceil(total_elements / size) }, comments };
}

export async function addComment(tx: Tx, { principal, scope }: Reader, { id, text }: { id: string; text: string }) {
  holdCase(tx, id);
  const comment = await insertComment(tx, scope, { id, text, ...authorOf(principal) });
  if (!comment) throw notFound("case", id);
  const { audience } = await getCaseNews(tx, id);
  const { author_name, created_at } = comment;
  announce(tx, {
    type: "case comment",
    audience,
    payload: { case_id: id, comment_id: comment.id, text, author_name, created_at },
  });
  return comment;
}

const authorOf = ({ display_name, user_id, device_id }: Principal) => ({
  author_name: display_name,
  user_id,
  device_id,
});

export async function getHistory(tx: Tx, scope: Scope, id: string) {
  const found = await selectHistory(tx, scope, id);
  if (!found) throw notFound("case", id);
  return found.history;
}

export async function completeTodo(
  tx: Tx,
  { principal, scope, now }: Reader,
  { case_id, todo_id, completed }: { case_id: string; todo_id: string; completed: boolean },
) {
  holdCase(tx, case_id);
  const found = await updateTodo(tx, scope, { case_id, todo_id, completed, completed_by: principal.subject_id, now });
  if (!found) throw notFound("todo", todo_id);
  const { changed, ...todo } = found;
  if (changed) await announceCase(tx, case_id, "updated");
  return todo;
}
