import type { Case } from "@leitstand/contract/case";
import type { Tx } from "#platform/database";
import type { Scope } from "#platform/principal";
import { inCaseScope } from "#platform/scope";
import { none, type Sql, sql } from "#platform/sql";

/** For whom an answer is made. */
export interface AnswerWish {
  /** Linked cases outside it are left out. */
  readonly scope: Scope;
  /** Where the caller may know the restricted fields; each of them opens them. */
  readonly restrictedScopes: readonly Scope[];
  readonly associations: boolean;
}

/**
 * Cases as they are answered, but for what may be done with them: one JSON array of a relation of `id` and `place`, for
 * statements that answer more than the cases.
 */
export const caseAnswersJson = (tenantId: string, wish: AnswerWish, wanted: Sql) => sql`
  coalesce((select json_agg(answer.case_row order by answer.place) from (
    select wanted.place, to_json(fields) as case_row from ${wanted} wanted join cases c on c.tenant_id = ${tenantId} and c.id = wanted.id
    cross join lateral (select ${answerColumns(wish)}) fields) answer), '[]')`;

export const selectCaseAnswer = (tx: Tx, wish: AnswerWish, id: string) =>
  tx.maybe<Case>(sql`${caseAnswer(tx, wish, id)} and ${inCaseScope(wish.scope, sql`c`)}`);

/** Whether or not the case is still the caller's: passing a case on is answered, too. */
export const selectLastAnswer = (tx: Tx, wish: AnswerWish, id: string) => tx.last<Case>(caseAnswer(tx, wish, id));

const caseAnswer = (tx: Tx, wish: AnswerWish, id: string) => sql`
  select ${answerColumns(wish)} from cases c where c.tenant_id = ${tx.tenantId} and c.id = ${id}`;

const answerColumns = (wish: AnswerWish) => {
  const open = knowsRestricted(wish.restrictedScopes, sql`c`);
  return sql`c.id, c.created_at, c.updated_at, c.lock_version, c.natural_id, c.display_name, c.branch_id, c.brand_id, c.parent_id,
    c.external_id, c.data_type, c.approved, c.finalized, c.finalized_at, c.finish_reason, c.description, c.contact,
    ${personOf(sql`c.created_by`)} as created_by, c.not_before, c.due_at, c.postponed_until, c.required_skill_ids,
    json_build_object('current', c.state, 'actions', json_build_array()) as state,
    case when ${open} then c.funeral_data else redacted_funeral_data(c.funeral_data) end as funeral_data, c.rsa_data,
    c.funeral_data is not null and not (${open}) as is_redacted${wish.associations ? associations(wish) : none}`;
};

/** Whether the caller may know what only people who work on the case need to know. */
export function knowsRestricted(scopes: readonly Scope[], kase: Sql): Sql {
  if (scopes.some((scope) => scope.all)) return sql`true`;
  return scopes.reduce((open, scope) => sql`${open} or ${inCaseScope(scope, kase)}`, sql`false`);
}

/** A user, or the device that acted alone. */
const personOf = (id: Sql) => sql`(
  select json_build_object('id', person.id, 'name', person.name) from (
    select u.id, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.email, 'service') as name
    from users u where u.tenant_id = current_tenant() and u.id = ${id}
    union all
    select d.id, coalesce(d.name, d.natural_id) from devices d where d.tenant_id = current_tenant() and d.id = ${id}) person limit 1)`;

const associations = ({ scope }: AnswerWish) => sql`,
  coalesce((select json_agg(${tourJson(sql`t`)} order by l.assigned_at, t.id) from case_links l
    join tours t on t.tenant_id = l.tenant_id and t.id = l.tour_id
    where l.tenant_id = c.tenant_id and l.case_id = c.id and l.bucket = 'open'), '[]') as active_tours,
  coalesce((select json_agg(json_build_object('id', v.id, 'natural_id', v.natural_id, 'license_plate', v.license_plate,
      'description', v.description, 'tour_id', l.tour_id) order by v.license_plate, v.id) from case_links l
    join tour_vehicles tv on tv.tenant_id = l.tenant_id and tv.tour_id = l.tour_id
    join vehicles v on v.tenant_id = tv.tenant_id and v.id = tv.vehicle_id
    where l.tenant_id = c.tenant_id and l.case_id = c.id and l.bucket = 'open'), '[]') as vehicles,
  ${links} as tour_case_states,
  (select ${tourJson(sql`t`)} from tours t where t.tenant_id = c.tenant_id and t.id = c.last_assigned_tour_id) as last_assigned_tour,
  json_build_object(
    'parent', (select ${linkedJson} from cases linked
      where linked.tenant_id = c.tenant_id and linked.id = c.parent_id and ${inCaseScope(scope, sql`linked`)}),
    'children', coalesce((select json_agg(${linkedJson} order by linked.created_at, linked.id) from cases linked
      where linked.tenant_id = c.tenant_id and linked.parent_id = c.id and ${inCaseScope(scope, sql`linked`)}), '[]')) as linked_cases,
  json_build_object('pickup', ${todosOf("PICKUP")}, 'delivery', ${todosOf("DELIVERY")}) as todos,
  json_build_object('images', ${assetsOf(sql`= 'IMAGE'`)}, 'documents', ${assetsOf(sql`= 'DOCUMENT'`)},
    'others', ${assetsOf(sql`in ('OTHER', 'SIGNATURE')`)}) as assets`;

const tourJson = (
  tour: Sql,
) => sql`json_build_object('id', ${tour}.id, 'natural_id', ${tour}.natural_id, 'name', ${tour}.name,
  'status', ${tour}.status, 'started_sub_state', ${tour}.started_sub_state, 'branch_id', ${tour}.branch_id)`;

const linkedJson = sql`json_build_object('id', linked.id, 'natural_id', linked.natural_id, 'display_name', linked.display_name,
  'data_type', linked.data_type, 'state', linked.state, 'finalized', linked.finalized)`;

const links = sql`coalesce((select json_agg(json_build_object('tour_id', l.tour_id, 'tour_natural_id', t.natural_id, 'state', l.state,
    'bucket', l.bucket, 'actions', json_build_array(), 'assigned_at', l.assigned_at, 'accepted_at', l.accepted_at,
    'device_received_at', l.device_received_at, 'started_at', l.started_at, 'arrived_at', l.arrived_at, 'loaded_at', l.loaded_at,
    'arrived_at_destination_at', l.arrived_at_destination_at, 'closed_at', l.closed_at, 'eta', l.eta,
    'postponed_until', l.postponed_until, 'forwarded_to', l.forwarded_to,
    'finished_at', l.finished_at, 'last_actor', l.last_actor, 'position', l.position,
    'constraint_violations', coalesce((select json_agg(json_build_object('constraint', violation ->> 'constraint', 'level', violation ->> 'level'))
      from jsonb_array_elements(l.constraint_violations) violation), '[]'),
    'updated_at', l.updated_at) order by l.assigned_at, l.tour_id)
  from case_links l join tours t on t.tenant_id = l.tenant_id and t.id = l.tour_id
  where l.tenant_id = c.tenant_id and l.case_id = c.id), '[]')`;

const todosOf = (
  phase: "PICKUP" | "DELIVERY",
) => sql`coalesce((select json_agg(json_build_object(${todoPairs}) order by todo.position, todo.id)
  from case_todos todo where todo.tenant_id = c.tenant_id and todo.case_id = c.id and todo.phase = ${phase}), '[]')`;

const todoPairs = sql`'id', todo.id, 'created_at', todo.created_at, 'updated_at', todo.updated_at, 'title', todo.title,
  'description', todo.description, 'phase', todo.phase, 'required', todo.required, 'position', todo.position,
  'completed', todo.completed, 'completed_at', todo.completed_at, 'completed_by', ${personOf(sql`todo.completed_by`)}`;

const assetsOf = (kinds: Sql) => sql`coalesce((select json_agg(json_build_object('id', a.id, 'created_at', a.created_at,
    'updated_at', a.updated_at, 'case_id', a.case_id, 'tour_id', a.tour_id, 'kind', a.kind, 'path', '/api/v1/assets/' || a.id,
    'mime_type', a.mime_type, 'file_name', a.file_name, 'size_bytes', a.size_bytes, 'sha256', a.sha256, 'width', a.width,
    'height', a.height, 'superseded', a.superseded, 'user_id', a.user_id, 'device_id', a.device_id) order by a.created_at, a.id)
  from assets a where a.tenant_id = c.tenant_id and a.case_id = c.id and a.kind ${kinds}), '[]')`;
