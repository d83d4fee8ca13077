import type { Case } from "@leitstand/contract/cases/case";
import type { CaseOrStub } from "@leitstand/contract/cases/case-stub";
import { HANDOVER_MAILS_SHOWN_MAX } from "@leitstand/contract/cases/case-parts";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { actorNameSql } from "#platform/access/person-name";
import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { Scope } from "#platform/access/principal";
import { caseInScopeCondition, hasCrewScope, ownTourCondition } from "#modules/visibility/index";
import { linkEtaSql, linkEtaSourceSql } from "#modules/tour-plans/index";
import { emptySql, type Sql, sql } from "#platform/database/sql";

/** Case typed as the operations answer it; a stub is recognised by its `rows`. */
export type CaseAnswerRow = Static<typeof CaseOrStub>;

/** Cases that a program is told of as linked to one that it has passed on: those it has passed on or may read. */
export interface LinkedCasesReach {
  readonly passed_on_by: string;
  /** Scope of the grant to read cases; undefined without it. */
  readonly scope: Scope | undefined;
}

/** Options that depend on the caller for whom an answer is made. */
export interface CaseAnswerOptions {
  /** Linked cases outside this scope are left out, unless `linkedCases` says which are told. */
  readonly scope: Scope;
  readonly linkedCases?: LinkedCasesReach | undefined;
  /** Scopes in which the caller may read the restricted fields; one of them is enough. */
  readonly restrictedScopes: readonly Scope[];
  readonly associations: boolean;
}

/**
 * SQL of case answers without the possible actions: one JSON array of a relation of `id` and `place`, for statements
 * that answer more than the cases.
 */
export const caseAnswersJsonSql = (tenantId: string, options: CaseAnswerOptions, wanted: Sql) => sql`
  coalesce((select json_agg(answer.case_row order by answer.place) from (
    select wanted.place, to_json(fields) as case_row from ${wanted} wanted join cases c on c.tenant_id = ${tenantId} and c.id = wanted.id
    ${isCrewCondition(options)} cross join lateral (select ${caseAnswerColumns(options)}) fields) answer), '[]')`;

/** Answers of cases in the order of their ids. The caller has checked its access to them. */
export async function selectCaseAnswersInOrder(
  tx: Tx,
  options: CaseAnswerOptions,
  ids: readonly string[],
): Promise<Case[]> {
  const wanted = sql`(select id, place from unnest(${ids}::uuid[]) with ordinality as given (id, place))`;
  const answers = caseAnswersJsonSql(tx.tenantId, options, wanted);
  return (await tx.one<{ cases: Case[] }>(sql`select ${answers} as cases`)).cases;
}

/** Answer of a case; for drivers also the stub of a case that was taken from them, see CrewCaseAccess. */
export async function selectCaseAnswer(
  tx: Tx,
  options: CaseAnswerOptions,
  id: string,
): Promise<CaseAnswerRow | undefined> {
  if (!hasCrewScope(options.scope))
    return tx.maybe<Case>(sql`${caseAnswerQuery(tx, options, id)} and ${caseInScopeCondition(options.scope, sql`c`)}`);
  const found = await tx.maybe<{ answer: CaseAnswerRow }>(
    sql`${crewCaseAnswerQuery(tx, options, id)} and ${caseInScopeCondition(options.scope, sql`c`, "stub")}`,
  );
  return found?.answer;
}

/** Answer of a case even where the caller has just lost access to it, because forwarding a case is answered, too. */
export async function selectCaseAnswerRegardlessOfScope(
  tx: Tx,
  options: CaseAnswerOptions,
  id: string,
): Promise<CaseAnswerRow> {
  const found = hasCrewScope(options.scope)
    ? (await tx.readAtCommit<{ answer: CaseAnswerRow }>(crewCaseAnswerQuery(tx, options, id)))?.answer
    : await tx.readAtCommit<Case>(caseAnswerQuery(tx, options, id));
  if (found === undefined) throw new Error(`The case ${id} was written and is not there`);
  return found;
}

const caseAnswerQuery = (tx: Tx, options: CaseAnswerOptions, id: string) => sql`
  select ${caseAnswerColumns(options)} from cases c where c.tenant_id = ${tx.tenantId} and c.id = ${id}`;

const crewCaseAnswerQuery = (tx: Tx, options: CaseAnswerOptions, id: string) => sql`
  select coalesce(case when not ${caseInScopeCondition(options.scope, sql`c`, "redacted")} then ${caseStubJson(options.scope)} end,
    (select to_json(fields) from (select ${caseAnswerColumns(options)}) fields)) as answer
  from cases c ${isCrewCondition(options)} where c.tenant_id = ${tx.tenantId} and c.id = ${id}`;

/**
 * Stub of a case, made from the link that ended last: its end and what was done on it, and of the case only the number.
 */
const caseStubJson = (scope: Scope) => sql`(
  select json_build_object('id', c.id, 'natural_id', c.natural_id, 'lock_version', c.lock_version, 'tour_id', mine.tour_id,
    'state', json_build_object('current', mine.state, 'actions', json_build_array()), 'bucket', mine.bucket, 'closed_at', mine.closed_at,
    'reason', (select h.transition from case_history h where h.tenant_id = c.tenant_id and h.case_id = c.id
      and h.tour_id = mine.tour_id and h.new_bucket = mine.bucket order by h.seq desc limit 1),
    'rows', coalesce((select json_agg(json_build_object('id', h.id, 'transition', h.transition, 'old_state', h.old_state,
        'new_state', h.new_state, 'undone', h.undone, 'actor_kind', h.actor_kind, 'action_id', h.action_id,
        'occurred_at', h.occurred_at, 'received_at', h.received_at) order by h.seq)
      from case_history h where h.tenant_id = c.tenant_id and h.case_id = c.id and h.tour_id = mine.tour_id), '[]'))
  from case_links mine where mine.tenant_id = c.tenant_id and mine.case_id = c.id and ${ownTourCondition(scope, sql`mine.tour_id`)}
  order by mine.closed_at desc, mine.tour_id limit 1)`;

const caseAnswerColumns = (options: CaseAnswerOptions) => {
  const open = mayReadRestrictedFieldsSql(options.restrictedScopes, sql`c`);
  const told = (whole: Sql, redacted: Sql) =>
    hasCrewScope(options.scope) ? sql`case when crew.at_work then ${whole} ${redacted} end` : whole;
  const funeral = sql`case when ${open} then c.funeral_data else redacted_funeral_data(c.funeral_data) end`;
  return sql`c.id, c.created_at, c.updated_at, c.lock_version, c.natural_id, c.display_name, c.branch_id, c.brand_id, c.parent_id,
    c.external_id, c.data_type, c.approved, c.finalized, c.finalized_at, c.finish_reason,
    ${told(sql`c.description`, emptySql)} as description, ${told(sql`c.contact`, emptySql)} as contact,
    ${personJson(sql`c.created_by`)} as created_by, c.not_before, c.due_at, c.postponed_until, c.required_skill_ids,
    json_build_object('current', c.state, 'actions', json_build_array()) as state,
    ${told(funeral, sql`else without_ways_to_reach(redacted_funeral_data(c.funeral_data))`)} as funeral_data,
    ${told(sql`c.rsa_data`, sql`else without_ways_to_reach(c.rsa_data)`)} as rsa_data,
    ${told(sql`c.funeral_data is not null and not (${open})`, sql`else true`)} as is_redacted${options.associations ? associationsColumns(options) : emptySql}`;
};

/**
 * Whether the caller's crew still works on the case; for others the case is redacted. Evaluated once for each case,
 * although several columns depend on it.
 */
const isCrewCondition = ({ scope }: CaseAnswerOptions) =>
  hasCrewScope(scope)
    ? sql`cross join lateral (select ${caseInScopeCondition(scope, sql`c`)} as at_work offset 0) crew`
    : emptySql;

/** Condition that the caller may read fields restricted to people who work on the case. */
export function mayReadRestrictedFieldsSql(scopes: readonly Scope[], dispatchCase: Sql): Sql {
  if (scopes.some((scope) => scope.all)) return sql`true`;
  return scopes.reduce((open, scope) => sql`${open} or ${caseInScopeCondition(scope, dispatchCase)}`, sql`false`);
}

/** Access that the caller has to a case at present; undefined when there is no such case. */
export const selectCaseAccess = (tx: Tx, { scope, restrictedScopes }: CaseAnswerOptions, id: string) =>
  tx.maybe<{ whole: boolean; redacted: boolean; restricted: boolean }>(sql`
    select ${caseInScopeCondition(scope, sql`c`, "whole")} as whole, ${caseInScopeCondition(scope, sql`c`, "redacted")} as redacted,
      (${mayReadRestrictedFieldsSql(restrictedScopes, sql`c`)}) as restricted
    from cases c where c.tenant_id = ${tx.tenantId} and c.id = ${id}`);

/** Whether a program has passed the case on: it keeps its access to it, wherever a dispatcher moves the case. */
export const wasCasePassedOnBy = async (
  tx: Tx,
  passed: { readonly case_id: string; readonly partner_user_id: string },
) =>
  (
    await tx.one<{ known: boolean }>(sql`
      select exists (select 1 from partner_cases where tenant_id = ${tx.tenantId} and case_id = ${passed.case_id}
        and partner_user_id = ${passed.partner_user_id}) as known`)
  ).known;

/** Actor as JSON: a user, or the device that acted without one. */
const personJson = (id: Sql) => sql`(
  select json_build_object('id', person.id, 'name', person.name) from (
    select u.id, ${actorNameSql(sql`u`)} as name
    from users u where u.tenant_id = current_tenant() and u.id = ${id}
    union all
    select d.id, coalesce(d.name, d.natural_id) from devices d where d.tenant_id = current_tenant() and d.id = ${id}) person limit 1)`;

const associationsColumns = (options: CaseAnswerOptions) => sql`,
  coalesce((select json_agg(${tourReferenceJson(sql`t`)} order by l.assigned_at, t.id) from case_links l
    join tours t on t.tenant_id = l.tenant_id and t.id = l.tour_id
    where l.tenant_id = c.tenant_id and l.case_id = c.id and l.bucket = 'open'), '[]') as active_tours,
  coalesce((select json_agg(json_build_object('id', v.id, 'natural_id', v.natural_id, 'license_plate', v.license_plate,
      'description', v.description, 'tour_id', l.tour_id) order by v.license_plate, v.id) from case_links l
    join tour_vehicles tv on tv.tenant_id = l.tenant_id and tv.tour_id = l.tour_id
    join vehicles v on v.tenant_id = tv.tenant_id and v.id = tv.vehicle_id
    where l.tenant_id = c.tenant_id and l.case_id = c.id and l.bucket = 'open'), '[]') as vehicles,
  ${linksJson} as tour_case_states,
  (select ${tourReferenceJson(sql`t`)} from tours t where t.tenant_id = c.tenant_id and t.id = c.last_assigned_tour_id) as last_assigned_tour,
  json_build_object(
    'parent', (select ${linkedCaseJson} from cases linked
      where linked.tenant_id = c.tenant_id and linked.id = c.parent_id and ${isLinkedCaseTold(options)}),
    'children', coalesce((select json_agg(${linkedCaseJson} order by linked.created_at, linked.id) from cases linked
      where linked.tenant_id = c.tenant_id and linked.parent_id = c.id and ${isLinkedCaseTold(options)}), '[]')) as linked_cases,
  json_build_object('pickup', ${todosJson(options, "PICKUP")}, 'delivery', ${todosJson(options, "DELIVERY")}) as todos,
  json_build_object('images', ${assetsJson(options, sql`= 'IMAGE'`)}, 'documents', ${assetsJson(options, sql`= 'DOCUMENT'`)},
    'others', ${assetsJson(options, sql`in ('OTHER', 'SIGNATURE')`)}) as assets,
  ${handoverMailsJson(options)} as handover_mails`;

const tourReferenceJson = (
  tour: Sql,
) => sql`json_build_object('id', ${tour}.id, 'natural_id', ${tour}.natural_id, 'name', ${tour}.name,
  'status', ${tour}.status, 'started_sub_state', ${tour}.started_sub_state, 'branch_id', ${tour}.branch_id)`;

function isLinkedCaseTold({ scope, linkedCases }: CaseAnswerOptions): Sql {
  if (!linkedCases) return caseInScopeCondition(scope, sql`linked`, "redacted");
  const isReadable = linkedCases.scope ? caseInScopeCondition(linkedCases.scope, sql`linked`, "redacted") : sql`false`;
  return sql`(${isReadable} or exists (select 1 from partner_cases passed where passed.tenant_id = linked.tenant_id
    and passed.case_id = linked.id and passed.partner_user_id = ${linkedCases.passed_on_by}))`;
}

const linkedCaseJson = sql`json_build_object('id', linked.id, 'natural_id', linked.natural_id, 'display_name', linked.display_name,
  'data_type', linked.data_type, 'state', linked.state, 'finalized', linked.finalized)`;

/**
 * Moment until which a crew must answer the alarm. Its timer is set by the assignment, by the start of the tour that a
 * transport was planned onto, by the time of a reserved case, by undoing the answer, and by giving a forwarded case back.
 */
const alarmAnswerDeadline = sql`case when l.bucket = 'open' and l.accepted_at is null
    and (l.state = 'alarmed' or (l.state = 'ASSIGNED' and t.status = 'STARTED')) then
    greatest(l.assigned_at, case l.state when 'ASSIGNED' then t.started_at end, (select max(h.received_at) from case_history h
      where h.tenant_id = l.tenant_id and h.case_id = l.case_id and h.tour_id = l.tour_id and h.transition in ('START', 'UNDO', 'FORWARD_ROLLBACK')))
    + make_interval(secs => (select (${tenantSettingSql(sql`tenant`, "alarm_timeout_seconds")})::int
      from tenants tenant where tenant.id = l.tenant_id)) end`;

const linksJson = sql`coalesce((select json_agg(json_build_object('tour_id', l.tour_id, 'tour_natural_id', t.natural_id, 'state', l.state,
    'bucket', l.bucket, 'actions', json_build_array(), 'assigned_at', l.assigned_at, 'accepted_at', l.accepted_at, 'answer_until', ${alarmAnswerDeadline},
    'device_received_at', l.device_received_at, 'started_at', l.started_at, 'arrived_at', l.arrived_at, 'loaded_at', l.loaded_at,
    'arrived_at_destination_at', l.arrived_at_destination_at, 'closed_at', l.closed_at,
    'eta', ${linkEtaSql(sql`l`)}, 'eta_source', ${linkEtaSourceSql(sql`l`)},
    'postponed_until', l.postponed_until, 'forwarded_to', l.forwarded_to,
    'finished_at', l.finished_at, 'last_actor', l.last_actor, 'position', l.position,
    'constraint_violations', coalesce((select json_agg(json_build_object('constraint', violation ->> 'constraint', 'level', violation ->> 'level'))
      from jsonb_array_elements(l.constraint_violations) violation), '[]'),
    'updated_at', l.updated_at) order by l.assigned_at, l.tour_id)
  from case_links l join tours t on t.tenant_id = l.tenant_id and t.id = l.tour_id
  where l.tenant_id = c.tenant_id and l.case_id = c.id), '[]')`;

/**
 * Condition for todos that tell nothing beyond what the caller may read. Who reads the restricted fields sees all of them,
 * and so does a crew for as long as it may tick them.
 */
const isReadableTodo = ({
  scope,
  restrictedScopes,
}: CaseAnswerOptions) => sql`(not todo.restricted or c.funeral_data is null
  or ${mayReadRestrictedFieldsSql(restrictedScopes, sql`c`)}${hasCrewScope(scope) ? sql` or ${caseInScopeCondition(scope, sql`c`, "todos")}` : emptySql})`;

const todosJson = (
  options: CaseAnswerOptions,
  phase: "PICKUP" | "DELIVERY",
) => sql`coalesce((select json_agg(json_build_object(${todoJsonPairs}) order by todo.position, todo.id)
  from case_todos todo where todo.tenant_id = c.tenant_id and todo.case_id = c.id and todo.phase = ${phase}
    and ${isReadableTodo(options)}), '[]')`;

const todoJsonPairs = sql`'id', todo.id, 'created_at', todo.created_at, 'updated_at', todo.updated_at, 'title', todo.title,
  'description', todo.description, 'phase', todo.phase, 'required', todo.required, 'position', todo.position,
  'completed', todo.completed, 'completed_at', todo.completed_at, 'completed_by', ${personJson(sql`todo.completed_by`)}`;

/** Condition for files that the caller's own crew sent: of a case that is over for them, they see no others. */
const isOwnCrewFile = ({ driver }: Scope) =>
  sql`(a.user_id = ${driver?.user_id}::uuid or a.device_id = ${driver?.device_id}::uuid)`;
const isReadableFile = (options: CaseAnswerOptions) =>
  hasCrewScope(options.scope) ? sql`and (crew.at_work or ${isOwnCrewFile(options.scope)})` : emptySql;

const assetsJson = (
  options: CaseAnswerOptions,
  kinds: Sql,
) => sql`coalesce((select json_agg(json_build_object('id', a.id, 'created_at', a.created_at,
    'updated_at', a.updated_at, 'case_id', a.case_id, 'tour_id', a.tour_id, 'kind', a.kind, 'path', '/api/v1/assets/' || a.id,
    'mime_type', a.mime_type, 'file_name', a.file_name, 'size_bytes', a.size_bytes, 'sha256', a.sha256, 'width', a.width,
    'height', a.height, 'corner', a.corner, 'superseded', a.superseded, 'user_id', a.user_id, 'device_id', a.device_id) order by a.created_at, a.id)
  from assets a where a.tenant_id = c.tenant_id and a.case_id = c.id and a.kind ${kinds} ${isReadableFile(options)}), '[]')`;

/** Recipients of the mails about a handover; only the office that works on the case sees them. */
const handoverMailsJson = ({ restrictedScopes }: CaseAnswerOptions) => {
  const offices = restrictedScopes.map((scope) => ({ ...scope, driver: null }));
  return sql`case when ${mayReadRestrictedFieldsSql(offices, sql`c`)} then coalesce((
    select json_agg(json_build_object('id', newest.id, 'kind', replace(newest.purpose, 'HANDOVER_', ''), 'recipient', newest.recipient,
      'state', newest.status, 'reason', newest.failure, 'at', coalesce(newest.sent_at, newest.failed_at, newest.created_at)) order by newest.seq desc)
    from (select mail.* from handover_links sent
      join outbox_messages mail on mail.tenant_id = sent.tenant_id and mail.id = any(sent.message_ids)
      where sent.tenant_id = c.tenant_id and sent.case_id = c.id order by mail.seq desc limit ${HANDOVER_MAILS_SHOWN_MAX}) newest), '[]')
    else '[]' end`;
};
