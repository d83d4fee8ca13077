import type { CaseComment, CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import type { Tx } from "#platform/database/database";
import { actorNameSql, pseudonymSql } from "#platform/access/person-name";
import type { Scope } from "#platform/access/principal";
import { type CrewCaseAccess, caseInScopeCondition, ownTourCondition, hasCrewScope } from "#modules/visibility/index";
import { type Sql, sql } from "#platform/database/sql";

const caseVisibleCondition = (
  tx: Tx,
  scope: Scope,
  { id, access = "whole" }: { id: string; access?: CrewCaseAccess },
) => sql`
  select c.id, c.tenant_id, c.branch_id from cases c where c.tenant_id = ${tx.tenantId} and c.id = ${id} and ${caseInScopeCondition(scope, sql`c`, access)}`;

/** Columns of a comment. With its author the name in it is deleted. */
const commentColumns = sql`id, created_at, updated_at, case_id, text,
  case when author_name = '' and user_id is not null then ${pseudonymSql(sql`user_id`)} else author_name end as author_name, user_id, device_id, kind, action, action_id, occurred_at`;

export const commentSorting = {
  columns: { created_at: sql`created_at` },
  otherwise: sql`created_at desc`,
  id: sql`id`,
};

interface CommentPage {
  readonly total_elements: number;
  readonly comments: CaseComment[];
}

/** Comments of a case; undefined when the caller sees no such case. */
export const selectCaseComments = (
  tx: Tx,
  scope: Scope,
  { id, page, size, order }: { id: string; page: number; size: number; order: Sql },
) =>
  tx.maybe<CommentPage>(sql`
    select (select count(*) from case_comments where tenant_id = ${tx.tenantId} and case_id = seen.id) as total_elements,
      coalesce((select json_agg(shown) from (
        select ${commentColumns} from case_comments where tenant_id = ${tx.tenantId} and case_id = seen.id
        order by ${order} limit ${size} offset ${page * size}) shown), '[]') as comments
    from (${caseVisibleCondition(tx, scope, { id })}) seen`);

export interface CommentDraft {
  readonly id: string;
  readonly text: string;
  readonly author_name: string;
  readonly user_id: string | null;
  readonly device_id: string | null;
  readonly kind: CaseComment["kind"];
  readonly action: string | null;
  readonly action_id: string | null;
  readonly occurred_at: string | null;
}

/**
 * Inserts a comment. Late entries, about work done before the caller's link ended, are accepted even after it ended.
 */
export const insertCaseComment = (tx: Tx, scope: Scope, draft: CommentDraft) =>
  tx.maybe<CaseComment>(sql`
    insert into case_comments (case_id, text, author_name, user_id, device_id, kind, action, action_id, occurred_at)
    select seen.id, ${draft.text}, ${draft.author_name}, ${draft.user_id}::uuid, ${draft.device_id}::uuid, ${draft.kind}, ${draft.action},
      ${draft.action_id}::uuid, ${draft.occurred_at}::timestamptz
    from (${caseVisibleCondition(tx, scope, { id: draft.id, access: draft.kind === "LATE_ENTRY" ? "late" : "whole" })}) seen
    returning ${commentColumns}`);

export const selectCaseComment = (tx: Tx, id: string) =>
  tx.one<CaseComment>(sql`select ${commentColumns} from case_comments where tenant_id = ${tx.tenantId} and id = ${id}`);

const HISTORY_ROWS_MAX = 1000;

/** Row of the history with what only documents need to know, and answers leave out. */
export interface CaseHistoryEntry extends CaseStateUpdate {
  /** Whether the row wrote a handover, or replaced one: only then does it keep what the handover was before. */
  readonly changes_handover: boolean;
}

export const selectCaseHistory = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<{ history: CaseHistoryEntry[] }>(sql`
    select coalesce((select json_agg(json_build_object('id', h.id, 'tour_id', h.tour_id,
        'tour_natural_id', (select t.natural_id from tours t where t.tenant_id = h.tenant_id and t.id = h.tour_id),
        'group_id', h.group_id, 'transition', h.transition, 'old_state', h.old_state, 'new_state', h.new_state,
        'old_bucket', h.old_bucket, 'new_bucket', h.new_bucket, 'old_case_state', h.old_case_state, 'new_case_state', h.new_case_state,
        'reason', ${hideFromFormerCrew(scope, sql`h.reason`)}, 'identity', ${hideFromFormerCrew(scope, sql`h.payload -> 'identity'`)}, 'forwarded_to', h.forwarded_to, 'undoes', h.undoes, 'undone', h.undone, 'actor_kind', h.actor_kind,
        'actor', ${historyActor}, 'action_id', h.action_id, 'lock_version', h.lock_version, 'occurred_at', h.occurred_at,
        'received_at', h.received_at, 'changes_handover', coalesce(h.before -> 'case' ? 'handover', false)) order by h.seq)
      from (select * from case_history where tenant_id = ${tx.tenantId} and case_id = seen.id order by seq desc limit ${HISTORY_ROWS_MAX}) h), '[]') as history
    from (${caseVisibleCondition(tx, scope, { id, access: "redacted" })}) seen`);

/** Replaces text that others wrote, such as a reason, by null for a crew whose own part of the case is over. */
const hideFromFormerCrew = (scope: Scope, said: Sql) =>
  hasCrewScope(scope)
    ? sql`case when ${ownTourCondition(scope, sql`h.tour_id`)} or ${caseInScopeCondition(scope, sql`seen`)} then ${said} end`
    : said;

/** Handover that is no longer valid, with what was signed then. */
export interface FormerHandover {
  readonly received_by: string | null;
  readonly signature: string;
  /** True when the handover was undone, false when it was corrected. */
  readonly undone: boolean;
  readonly ended_at: string;
}

/**
 * Former handovers of a case. A row that undoes or corrects a handover keeps the earlier one; where that row was undone
 * itself, the handover is valid again.
 */
export const selectFormerHandovers = (tx: Tx, scope: Scope, id: string) =>
  tx.many<FormerHandover>(sql`
    select handover ->> 'received_by' as received_by, handover ->> 'signature' as signature, h.transition = 'UNDO' as undone,
      h.received_at as ended_at
    from (${caseVisibleCondition(tx, scope, { id, access: "redacted" })}) seen
    join case_history h on h.tenant_id = seen.tenant_id and h.case_id = seen.id
    cross join lateral (select h.before -> 'case' -> 'handover' as handover) kept
    where not h.undone and handover ->> 'signature' is not null and ${hideFromFormerCrew(scope, sql`true`)}
    order by h.seq desc limit ${HISTORY_ROWS_MAX}`);

/** Actor of a history row: a user, or the device that acted without one; null for the timer. */
const historyActor = sql`coalesce(
  (select json_build_object('id', u.id, 'name', ${actorNameSql(sql`u`)})
    from users u where u.tenant_id = h.tenant_id and u.id = h.user_id),
  (select json_build_object('id', d.id, 'name', coalesce(d.name, d.natural_id))
    from devices d where d.tenant_id = h.tenant_id and d.id = h.device_id))`;
