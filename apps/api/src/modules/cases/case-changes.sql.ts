import type { Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { joinSql, toJsonParameter, emptySql, type Sql, sql } from "#platform/database/sql";
import type {
  CaseChangeRecord,
  SearchableCaseFields,
  HistoryChangeRecord,
  LinkChangeRecord,
  CaseSearchColumns,
} from "./case-record";

export interface CaseChangeRecords {
  readonly caseRecord: CaseChangeRecord;
  readonly links: readonly LinkChangeRecord[];
  readonly history: readonly HistoryChangeRecord[];
  readonly completed_todo_ids: readonly string[];
  readonly completed_by: string | null;
}

/** Writes everything about one change in one statement, before the next one. The case's row is locked. */
export function writeCaseChangeRecords(tx: Tx, records: CaseChangeRecords) {
  const { caseRecord, links, history, completed_todo_ids } = records;
  const parts = [
    sql`changed_links as (${upsertLinksQuery(caseRecord, links)})`,
    sql`added_history as (${insertHistory(caseRecord, history)})`,
    ...(history.some(({ undoes }) => undoes !== null)
      ? [sql`taken_back as (${markHistoryUndone(tx, caseRecord, history)})`]
      : []),
    ...(completed_todo_ids.length > 0 ? [sql`done_todos as (${completeTodosQuery(tx, records)})`] : []),
  ];
  tx.runBeforeNext(sql`with ${joinSql(parts, ", ")} ${updateCaseQuery(tx, caseRecord)}`);
}

const updateCaseQuery = (tx: Tx, record: CaseChangeRecord) => sql`
  update cases set state = ${record.state}, finalized = ${record.finalized},
    finalized_at = ${record.finalized ? sql`coalesce(finalized_at, ${record.received_at})` : sql`null`},
    lock_version = ${record.lock_version}, plan_lock_version = ${record.plan_lock_version}, branch_id = ${record.branch_id},
    not_before = ${record.not_before}, postponed_until = ${record.postponed_until}, finish_reason = ${record.finish_reason},
    last_assigned_tour_id = coalesce(${record.assigned_tour_id}, last_assigned_tour_id), updated_at = now() ${caseDataUpdate(record)}
  where tenant_id = ${tx.tenantId} and id = ${record.id}`;

/** Columns of the case data; they are only written where the action changes them. */
function caseDataUpdate({ data_column, data_patch, confirmed, findings }: CaseChangeRecord): Sql {
  const column = data_column === "funeral_data" ? sql`funeral_data` : sql`rsa_data`;
  const pieces = [
    ...(data_patch === null ? [] : [sql`${toJsonParameter(data_patch)}::jsonb`]),
    ...Object.entries(findings).map(([section, found]) => mergeDataSection(column, section, found)),
    ...(confirmed.identity || confirmed.belongings !== null ? [mergeConfirmedDeceased(column, confirmed)] : []),
  ];
  return pieces.length === 0 ? emptySql : sql`, ${column} = ${column} || ${joinSql(pieces, " || ")}`;
}

/** Merges named fields into a section of the data; fields that others wrote in the meantime stay. */
function mergeDataSection(column: Sql, section: string, found: object): Sql {
  const held = sql`${column} -> ${section}::text`;
  return sql`jsonb_build_object(${section}::text,
    (case when jsonb_typeof(${held}) = 'object' then ${held} else '{}' end) || ${toJsonParameter(found)}::jsonb)`;
}

function mergeConfirmedDeceased(column: Sql, { identity, belongings }: CaseChangeRecord["confirmed"]): Sql {
  const deceased = sql`${column} -> 'cargo_deceased'`;
  const facts = sql`(${deceased}) ${identity ? sql`|| '{"identity_confirmed": true}'` : emptySql}
    ${belongings === null ? emptySql : sql`|| ${mergeDataSection(sql`(${deceased})`, "belongings", belongings)}`}`;
  return sql`(case when jsonb_typeof(${deceased}) = 'object' then jsonb_build_object('cargo_deceased', ${facts}) else '{}' end)`;
}

const linkRecordset = createRecordset<LinkChangeRecord>("link", {
  op: "text",
  tour_id: "uuid",
  state: "text",
  bucket: "text",
  accepted_at: "timestamptz",
  device_received_at: "timestamptz",
  started_at: "timestamptz",
  arrived_at: "timestamptz",
  loaded_at: "timestamptz",
  arrived_at_destination: "timestamptz",
  eta: "timestamptz",
  postponed_until: "timestamptz",
  finished_at: "timestamptz",
  forwarded_to: "uuid",
  last_actor: "text",
  violations: "jsonb",
  assigned: "boolean",
});
const historyRecordset = createRecordset<HistoryChangeRecord>("row", {
  place: "int",
  id: "uuid",
  tour_id: "uuid",
  group_id: "uuid",
  transition: "text",
  old_state: "text",
  new_state: "text",
  old_bucket: "text",
  new_bucket: "text",
  old_case_state: "text",
  new_case_state: "text",
  reason: "text",
  forwarded_to: "uuid",
  undoes: "uuid",
  undone: "boolean",
  before: "jsonb",
  payload: "jsonb",
  actor_kind: "text",
  user_id: "uuid",
  device_id: "uuid",
  action_id: "uuid",
  lock_version: "bigint",
  occurred_at: "timestamptz",
  received_at: "timestamptz",
});

/** A link that is assigned, the first time or again, is last in its tour's list. */
const upsertLinksQuery = ({ id, received_at }: CaseChangeRecord, links: readonly LinkChangeRecord[]) => sql`
  insert into case_links (case_id, tour_id, state, bucket, accepted_at, device_received_at, started_at, arrived_at, loaded_at,
    arrived_at_destination_at, eta, postponed_until, finished_at, forwarded_to, last_actor, constraint_violations, assigned_at, position)
  select ${id}, link.tour_id, link.state, link.bucket, link.accepted_at, link.device_received_at, link.started_at, link.arrived_at,
    link.loaded_at, link.arrived_at_destination, link.eta, link.postponed_until, link.finished_at, link.forwarded_to,
    link.last_actor, coalesce(link.violations, '[]'), ${received_at}, ${links.some(({ assigned }) => assigned) ? nextPositionInTour : sql`0`}
  from ${linkRecordset(links)}
  on conflict (tenant_id, case_id, tour_id) do update set state = excluded.state, bucket = excluded.bucket,
    accepted_at = excluded.accepted_at, device_received_at = excluded.device_received_at, started_at = excluded.started_at,
    arrived_at = excluded.arrived_at, loaded_at = excluded.loaded_at, arrived_at_destination_at = excluded.arrived_at_destination_at,
    eta = excluded.eta, postponed_until = excluded.postponed_until, finished_at = excluded.finished_at,
    closed_at = case when excluded.bucket <> 'open' then coalesce(case_links.closed_at, excluded.assigned_at) end,
    forwarded_to = excluded.forwarded_to, last_actor = excluded.last_actor, updated_at = now()
    ${links.some(({ violations }) => violations !== null) ? updatedViolations : emptySql}
    ${links.some(({ assigned }) => assigned) ? updatedAssignment : emptySql}`;

const nextPositionInTour = sql`(select coalesce(max(other.position), 0) + 1 from case_links other
  where other.tenant_id = current_tenant() and other.tour_id = link.tour_id and other.bucket = 'open')`;
/** In a change of several links, only those of the tour that gets the case are opened; the others are closed. */
const updatedViolations = sql`, constraint_violations =
  case when excluded.bucket = 'open' then excluded.constraint_violations else case_links.constraint_violations end`;
const updatedAssignment = sql`, assigned_at = case when excluded.bucket = 'open' then excluded.assigned_at else case_links.assigned_at end,
  position = case when excluded.bucket = 'open' then excluded.position else case_links.position end,
  planned_at = case when excluded.bucket = 'open' then null else case_links.planned_at end`;

const insertHistory = (record: CaseChangeRecord, history: readonly HistoryChangeRecord[]) => sql`
  insert into case_history (case_id, id, tour_id, group_id, transition, old_state, new_state, old_bucket, new_bucket, old_case_state,
    new_case_state, reason, forwarded_to, undoes, before, payload, actor_kind, user_id, device_id, action_id, lock_version, occurred_at, received_at)
  select ${record.id}, row.id, row.tour_id, row.group_id, row.transition, row.old_state, row.new_state, row.old_bucket, row.new_bucket,
    row.old_case_state, row.new_case_state, row.reason, row.forwarded_to, row.undoes, row.before, row.payload, row.actor_kind, row.user_id,
    row.device_id, row.action_id, row.lock_version, row.occurred_at, row.received_at
  from ${historyRecordset(history)}
  order by place`;

const markHistoryUndone = (tx: Tx, { id }: CaseChangeRecord, history: readonly HistoryChangeRecord[]) => sql`
  update case_history set undone = true
  where tenant_id = ${tx.tenantId} and case_id = ${id} and id = any(${history.flatMap(({ undoes }) => undoes ?? [])}::uuid[])`;

const completeTodosQuery = (tx: Tx, { caseRecord, completed_todo_ids, completed_by }: CaseChangeRecords) => sql`
  update case_todos set completed = true, completed_at = ${caseRecord.received_at}, completed_by = ${completed_by}, updated_at = now()
  where tenant_id = ${tx.tenantId} and case_id = ${caseRecord.id} and id = any(${completed_todo_ids}::uuid[]) and not completed`;

/**
 * Inserts the follow-up of a roadside case: the same people, vehicle and place, another service. Its texts are searched
 * with its own number in front in place of the parent's.
 */
export const insertFollowUpCase = (tx: Tx, { parent_id, service, created_by }: FollowUpCaseDraft) =>
  tx.one<{ id: string }>(sql`
    with next as (select next_natural_id('C') as natural_id)
    insert into cases (natural_id, data_type, state, approved, display_name, branch_id, brand_id, contact, description, rsa_data, service_key,
      data_complete, required_skill_ids, source_zip, target_zip, source_lat, source_lon, source_city, target_city, parent_id, created_by, search_text)
    select next.natural_id, data_type, 'open', true, case when display_name = parent.natural_id then next.natural_id else display_name end, branch_id, brand_id, contact, description,
      (rsa_data - 'handover' - 'outcome' - 'vehicle_repair')
        || jsonb_build_object('service', jsonb_build_object('key', ${service}::text), 'status', 'open', 'needs_backoffice', false),
      ${service}, data_complete, required_skill_ids, source_zip, target_zip, source_lat, source_lon, source_city, target_city,
      id, ${created_by}, lower(next.natural_id) || substr(search_text, char_length(parent.natural_id) + 1)
    from cases parent cross join next where tenant_id = ${tx.tenantId} and id = ${parent_id}
    returning id`);
export interface FollowUpCaseDraft {
  readonly parent_id: string;
  readonly service: string;
  readonly created_by: string | null;
}

export const selectSearchableCaseFields = (tx: Tx, id: string) =>
  tx.one<SearchableCaseFields>(sql`
    select data_type, display_name, external_id, description, contact, not_before, due_at, funeral_data, rsa_data
    from cases where tenant_id = ${tx.tenantId} and id = ${id}`);

/** Updates the columns by which a case is found, after an action gave it another place. */
export const updateCaseSearchColumns = (tx: Tx, id: string, columns: CaseSearchColumns) =>
  tx.runBeforeNext(sql`
    update cases set source_zip = ${columns.source_zip}, target_zip = ${columns.target_zip}, source_city = ${columns.source_city},
      target_city = ${columns.target_city}, source_lat = ${columns.source_lat}, source_lon = ${columns.source_lon},
      search_text = lower(natural_id) || ' ' || ${columns.search_text}::text
    where tenant_id = ${tx.tenantId} and id = ${id}`);
