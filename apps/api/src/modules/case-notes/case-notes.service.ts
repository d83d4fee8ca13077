import type { caseNoteOperations } from "@leitstand/contract/cases/case-notes";
import type { BodyOf } from "@leitstand/contract/operation/operation";
import type { Tx } from "#platform/database/database";
import { announce } from "#platform/events/events";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { orderBy } from "#platform/database/sort";
import { getCaseNews, lockCase, type Reader } from "#modules/cases/index";
import { commentSorting, insertComment, selectComments, selectHistory } from "./case-notes.sql";

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

export async function addComment(
  tx: Tx,
  { principal, scope, now }: Reader,
  { id, text, kind = "NOTE", action, action_id, occurred_at }: NewComment,
) {
  if (kind === "NOTE" && (action ?? action_id ?? occurred_at) !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "kind,action,action_id,occurred_at" });
  if (occurred_at !== undefined && Date.parse(occurred_at) > now.getTime() + CLOCK_AHEAD_MS)
    throw problem("TIME_OUT_OF_RANGE", {
      field: "occurred_at",
      max: new Date(now.getTime() + CLOCK_AHEAD_MS).toISOString(),
    });
  lockCase(tx, id);
  const entry = { kind, action: action ?? null, action_id: action_id ?? null, occurred_at: occurred_at ?? null };
  const comment = await insertComment(tx, scope, { id, text, ...entry, ...authorOf(principal) });
  if (!comment) throw notFound("case", id);
  // Comments are notes: only crews that still work on the case hear them.
  const { audience } = await getCaseNews(tx, id, "whole");
  const { author_name, created_at } = comment;
  announce(tx, {
    type: "case comment",
    audience,
    payload: { case_id: id, comment_id: comment.id, text, author_name, created_at },
  });
  return comment;
}

/** By how much the clock of a phone may be fast. */
const CLOCK_AHEAD_MS = 300_000;
type NewComment = BodyOf<(typeof caseNoteOperations)["createCaseComment"]> & { readonly id: string };

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
