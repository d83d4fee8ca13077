import type { CaseComment, caseNoteOperations, CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { BodyOf } from "@leitstand/contract/operation/operation";
import type { Tx } from "#platform/database/database";
import { announceEvent } from "#platform/events/events";
import { TENANT_SCOPE } from "#platform/access/authorize";
import type { Principal, Scope } from "#platform/access/principal";
import { processPhoneEntryOnce } from "#platform/database/phone-entries";
import { notFound, problem } from "#platform/problem";
import { orderBySql } from "#platform/database/sort";
import { getCaseEventSummary, shareLockCaseBeforeEvent, type CaseReader } from "#modules/cases/index";
import {
  type CaseHistoryEntry,
  commentSorting,
  insertCaseComment,
  selectCaseComment,
  selectCaseComments,
  selectFormerHandovers,
  selectCaseHistory,
} from "./case-notes.sql";

interface CommentQuery {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: readonly string[] | undefined;
}

export async function listCaseComments(tx: Tx, scope: Scope, query: CommentQuery & { id: string }) {
  const found = await findCaseComments(tx, scope, query);
  if (!found) throw notFound("case", query.id);
  return found;
}

/** Page of the comments of a case; undefined where the case is out of the scope. */
export async function findCaseComments(
  tx: Tx,
  scope: Scope,
  { id, page = 0, size = 20, sort }: CommentQuery & { id: string },
) {
  const order = orderBySql(sort, commentSorting);
  const found = await selectCaseComments(tx, scope, { id, page, size, order });
  if (!found) return undefined;
  const { total_elements, comments } = found;
  return { meta: { page, size, total_elements, total_pages: Math.ceil(total_elements / size) }, comments };
}

/**
 * Adds a comment. A phone that sends it again gets the comment that it made first, also when it no longer has access to
 * the case.
 */
export const addCaseComment = (tx: Tx, reader: CaseReader, { id, ...comment }: NewCaseComment): Promise<CaseComment> =>
  processPhoneEntryOnce({ ...reader, tx }, comment, {
    of: `createCaseComment ${id}`,
    first: async () => {
      const answer = await insertAndAnnounceComment(tx, reader, { id, ...comment });
      return { id: answer.id, answer };
    },
    again: (commentId) => selectCaseComment(tx, commentId),
  });

async function insertAndAnnounceComment(
  tx: Tx,
  { principal, scope }: CaseReader,
  { id, text, kind = "NOTE", action, action_id, occurred_at }: NewCaseComment,
) {
  if (kind === "NOTE" && (action ?? action_id) !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "kind,action,action_id" });
  shareLockCaseBeforeEvent(tx, id);
  const entry = { kind, action: action ?? null, action_id: action_id ?? null, occurred_at: occurred_at ?? null };
  const comment = await insertCaseComment(tx, scope, { id, text, ...entry, ...commentAuthorOf(principal) });
  if (!comment) throw notFound("case", id);
  await announceComment(tx, comment);
  return comment;
}

/**
 * Adds the note that came with an action. The author was allowed the action, which may have ended their own access to
 * the case.
 */
export async function addCaseActionNote(
  tx: Tx,
  principal: Principal,
  { case_id, text }: { case_id: string; text: string },
) {
  const entry = { kind: "NOTE", action: null, action_id: null, occurred_at: null } as const;
  const comment = await insertCaseComment(tx, TENANT_SCOPE, {
    id: case_id,
    text,
    ...entry,
    ...commentAuthorOf(principal),
  });
  if (comment) await announceComment(tx, comment);
}

/** Announces a comment: only crews that still work on the case are notified. */
async function announceComment(tx: Tx, { id: comment_id, case_id, text, author_name, created_at }: CaseComment) {
  const { audience } = await getCaseEventSummary(tx, case_id, "whole");
  announceEvent(tx, {
    type: "case comment",
    audience,
    payload: { case_id, comment_id, text, author_name, created_at },
  });
}

type NewCaseComment = BodyOf<(typeof caseNoteOperations)["createCaseComment"]> & { readonly id: string };

const commentAuthorOf = ({ display_name, user_id, device_id }: Principal) => ({
  author_name: display_name,
  user_id,
  device_id,
});

/** History of a case as it is answered. */
export const listCaseHistory = async (tx: Tx, scope: Scope, id: string): Promise<CaseStateUpdate[]> =>
  (await listCaseHistoryEntries(tx, scope, id)).map(({ changes_handover: _changes_handover, ...row }) => row);

/** History of a case for its documents. */
export async function listCaseHistoryEntries(tx: Tx, scope: Scope, id: string): Promise<CaseHistoryEntry[]> {
  const found = await selectCaseHistory(tx, scope, id);
  if (!found) throw notFound("case", id);
  return found.history;
}

/** Former handovers of a case, in the order in which they ended. */
export const listFormerHandovers = async (tx: Tx, scope: Scope, id: string) =>
  (await selectFormerHandovers(tx, scope, id)).toReversed();
