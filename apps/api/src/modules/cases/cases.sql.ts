import type { EventPayload } from "@leitstand/contract/board/events";
import type { Handover } from "@leitstand/contract/company/address";
import type { Tx } from "#platform/database/database";
import { tenantSettingSql } from "#platform/access/tenant-settings";
import type { Scope } from "#platform/access/principal";
import { type CrewCaseAccess, caseInScopeCondition, crewAccessCondition } from "#modules/visibility/index";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";
import type { CaseIndexColumns } from "./case-columns";
import type { CaseDraft } from "./case-data";
import type { CaseBeforeChange } from "./case-plan";
import type { CaseWithEditableData } from "./partner-data";

export const lockCaseForChange = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<CaseBeforeChange>(sql`
    select id, data_type, state, finalized, approved, branch_id, parent_id, external_id, not_before, due_at, required_skill_ids,
      contact, funeral_data, rsa_data, created_by, lock_version
    from cases c where tenant_id = ${tx.tenantId} and id = ${id} and ${caseInScopeCondition(scope, sql`c`)} for update of c`);

/** Roadside case with all its data, for a change that keeps most of it; the caller has checked the access before. */
export const lockCaseWithEditableData = (tx: Tx, id: string) =>
  tx.one<CaseWithEditableData>(sql`
    select id, data_type, state, finalized, approved, branch_id, brand_id, parent_id, external_id, display_name, description, contact,
      finish_reason, not_before, due_at, required_skill_ids, funeral_data, rsa_data, lock_version, created_by,
      coalesce((select array_agg(accepted_at is not null) from case_links link
        where link.tenant_id = c.tenant_id and link.case_id = c.id and link.bucket = 'open'), '{}') as open_links_accepted
    from cases c where tenant_id = ${tx.tenantId} and id = ${id} for no key update of c`);

export interface CaseRow extends Omit<CaseDraft, keyof CaseIndexColumns>, CaseIndexColumns {
  readonly state: string;
  readonly created_by: string;
}

export const insertCase = (tx: Tx, row: CaseRow) =>
  tx.one<{ id: string }>(sql`
    with next as (select next_natural_id('C') as natural_id)
    insert into cases (natural_id, display_name, branch_id, brand_id, data_type, state, approved, description, external_id, contact,
      funeral_data, rsa_data, not_before, due_at, service_key, source_zip, target_zip, source_lat, source_lon, source_city, target_city,
      data_complete, required_skill_ids, parent_id, created_by, search_text)
    select next.natural_id, coalesce(nullif(${row.display_name}::text, ''), next.natural_id), ${row.branch_id}, ${row.brand_id}, ${row.data_type}, ${row.state}, ${row.approved},
      ${row.description}, ${row.external_id}, ${toJsonParameter(row.contact)}, ${toJsonParameter(row.funeral_data)}, ${toJsonParameter(row.rsa_data)}, ${row.not_before},
      ${row.due_at}, ${row.service_key}, ${row.source_zip}, ${row.target_zip}, ${row.source_lat}, ${row.source_lon}, ${row.source_city},
      ${row.target_city}, ${row.data_complete}, ${row.required_skill_ids ?? []}::uuid[], ${row.parent_id}, ${row.created_by},
      lower(next.natural_id) || ' ' || ${row.search_text}::text
    from next returning id`);

export interface CaseUpdateRow extends Omit<CaseRow, "created_by" | "data_type"> {
  readonly id: string;
  readonly lock_version: number;
  readonly finish_reason?: string | null | undefined;
  /** Whether source, target or times differ from before: earlier offline actions of phones must then be checked. */
  readonly plan_changed: boolean;
}

export const updateCase = (tx: Tx, row: CaseUpdateRow) =>
  tx.maybe<{ id: string }>(sql`
    update cases set display_name = coalesce(nullif(${row.display_name}::text, ''), natural_id), branch_id = ${row.branch_id}, brand_id = ${row.brand_id}, state = ${row.state},
      approved = ${row.approved}, description = ${row.description}, external_id = ${row.external_id}, contact = ${toJsonParameter(row.contact)},
      finish_reason = ${row.finish_reason}, funeral_data = ${toJsonParameter(row.funeral_data)}, rsa_data = ${toJsonParameter(row.rsa_data)},
      not_before = ${row.not_before}, due_at = ${row.due_at}, service_key = ${row.service_key}, source_zip = ${row.source_zip},
      target_zip = ${row.target_zip}, source_lat = ${row.source_lat}, source_lon = ${row.source_lon}, source_city = ${row.source_city},
      target_city = ${row.target_city}, data_complete = ${row.data_complete}, required_skill_ids = ${row.required_skill_ids ?? []}::uuid[],
      parent_id = ${row.parent_id}, search_text = lower(natural_id) || ' ' || ${row.search_text}::text,
      plan_lock_version = case when ${row.plan_changed} then lock_version + 1 else plan_lock_version end,
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${row.id} and lock_version = ${row.lock_version} returning id`);

/** Copies templates as todos of a case. Those that tell a restricted field by their conditions are restricted, too. */
export const insertCaseTodosFromTemplates = (tx: Tx, caseId: string, todos: readonly { id: string }[]) =>
  tx.run(sql`
    insert into case_todos (case_id, template_id, phase, title, description, required, position, restricted)
    select ${caseId}, id, phase, title, description, required, position, conditions ?| array['infectious', 'police'] from todo_templates
    where tenant_id = ${tx.tenantId} and id = any(${todos.map(({ id }) => id)}::uuid[])`);

/** Updates the times, and the data with the time frames of its places. */
export const updateCaseTimeWindowColumns = (tx: Tx, row: CaseBeforeChange) =>
  tx.run(sql`
    update cases set not_before = ${row.not_before}, due_at = ${row.due_at}, funeral_data = ${toJsonParameter(row.funeral_data)},
      rsa_data = ${toJsonParameter(row.rsa_data)}, plan_lock_version = lock_version + 1, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${row.id} and lock_version = ${row.lock_version}`);

export const updateApproval = (tx: Tx, row: Pick<CaseBeforeChange, "id" | "approved" | "state" | "lock_version">) =>
  tx.run(sql`
    update cases set approved = ${row.approved}, state = ${row.state}, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${row.id} and lock_version = ${row.lock_version}`);

export const selectOpenLinksOfCase = (tx: Tx, case_id: string) =>
  tx.many<{ tour_id: string; state: string }>(sql`
    select tour_id, state from case_links where tenant_id = ${tx.tenantId} and case_id = ${case_id} and bucket = 'open' order by tour_id`);

/**
 * Moves the time until which a roadside case and its reserved links are postponed; nothing for a case that is not
 * postponed. Returns whether it was.
 */
export const updatePostponedTime = async (tx: Tx, case_id: string, until: string | null): Promise<boolean> =>
  (await tx.maybe(sql`
    with moved as (
      update cases set postponed_until = ${until}
      where tenant_id = ${tx.tenantId} and id = ${case_id} and data_type = 'ROADSIDE' and postponed_until is not null
      returning id),
    links as (
      update case_links link set postponed_until = ${until} from moved
      where link.tenant_id = ${tx.tenantId} and link.case_id = moved.id and link.bucket = 'open' and link.state = 'reserved'
        and link.postponed_until is not null)
    select from moved`)) !== undefined;

/** Whether the tenant requires a second person for approvals. */
export const selectApprovalNeedsGrant = (tx: Tx) =>
  tx.one<{ needs_grant: boolean }>(sql`
    select ${tenantSettingSql(sql`tenants`, "approval_needs_grant")} as needs_grant from tenants where id = ${tx.tenantId}`);

export interface CaseEditHistoryDraft {
  readonly case_id: string;
  readonly transition: "EDIT" | "APPROVE" | "WITHDRAW_APPROVAL";
  readonly reason: string | null;
  readonly old_state: string;
  readonly new_state: string;
  readonly actor_kind: "D" | "V" | "S";
  readonly user_id: string | null;
  readonly device_id: string | null;
  readonly lock_version: number;
  /** Handover as it was before the edit corrected it. */
  readonly handover?: Handover | undefined;
  readonly now: Date;
}

/** Adds an edit that matters to crews to the history, like an action. */
export const insertCaseEditHistory = (tx: Tx, edit: CaseEditHistoryDraft) =>
  tx.runAtCommit(sql`
    insert into case_history (case_id, group_id, transition, reason, old_case_state, new_case_state, before, actor_kind, user_id, device_id,
      lock_version, occurred_at)
    values (${edit.case_id}, gen_random_uuid(), ${edit.transition}, ${edit.reason}, ${edit.old_state}, ${edit.new_state},
      ${toJsonParameter(edit.handover ? { link: null, case: { handover: edit.handover } } : {})}, ${edit.actor_kind}, ${edit.user_id}, ${edit.device_id},
      ${edit.lock_version}, ${edit.now})`);

export interface CaseReferenceCheckResult {
  readonly brand_found: boolean;
  readonly branch_found: boolean;
  readonly parent_found: boolean;
  readonly missing_skill_id: string | null;
}

/**
 * Checks references. `id` is the case itself, when it exists: it cannot belong to itself, nor to one that belongs to
 * it.
 */
export const selectCaseReferenceCheck = (
  tx: Tx,
  scope: Scope,
  { id = null, ...wanted }: Partial<CaseDraft> & { id?: string | null },
) =>
  tx.one<CaseReferenceCheckResult>(sql`
    select ${wanted.brand_id}::uuid is null or exists (select 1 from brands where tenant_id = ${tx.tenantId} and id = ${wanted.brand_id}) as brand_found,
      ${wanted.branch_id}::uuid is null or exists (select 1 from branches where tenant_id = ${tx.tenantId} and id = ${wanted.branch_id}) as branch_found,
      ${wanted.parent_id}::uuid is null or (${isParentValid(tx, id, wanted.parent_id ?? null)} and exists (select 1 from cases parent
        where parent.tenant_id = ${tx.tenantId} and parent.id = ${wanted.parent_id} and ${caseInScopeCondition(scope, sql`parent`)})) as parent_found,
      (select wanted.id from unnest(${wanted.required_skill_ids ?? []}::uuid[]) as wanted (id)
        where not exists (select 1 from skills where tenant_id = ${tx.tenantId} and skills.id = wanted.id) limit 1) as missing_skill_id`);

const isParentValid = (tx: Tx, id: string | null, parentId: string | null): Sql => sql`not exists (
  with recursive line as (
    select up.id, up.parent_id from cases up where up.tenant_id = ${tx.tenantId} and up.id = ${parentId}
    union select up.id, up.parent_id from line join cases up on up.tenant_id = ${tx.tenantId} and up.id = line.parent_id)
  select 1 from line where line.id = ${id}::uuid)`;

/**
 * Summary of a case for events, with their audience: its branch, the branches of its tours, and users and devices whose
 * links still give access.
 */
export interface CaseSummaryWithAudienceRow {
  readonly summary: Omit<EventPayload<"case update">, "change">;
  readonly external_id: string | null;
  readonly branch_ids: string[];
  readonly user_ids: string[];
  readonly device_ids: string[];
}

/** Blocks actions on the case until the end of the transaction, before anything else is read or written. */
export const lockCaseShared = (tx: Tx, id: string) =>
  tx.runBeforeNext(sql`select 1 from cases where tenant_id = ${tx.tenantId} and id = ${id} for share`);

const caseEventSummaryQuery = (tx: Tx, access: CrewCaseAccess) => sql`
    select json_build_object('case_id', c.id, 'natural_id', c.natural_id, 'display_name', c.display_name, 'branch_id', c.branch_id,
        'state', c.state, 'finalized', c.finalized, 'lock_version', c.lock_version,
        'tour_case_states', coalesce((select json_agg(json_build_object('tour_id', l.tour_id, 'state', l.state, 'bucket', l.bucket)
          order by l.assigned_at, l.tour_id) from case_links l where l.tenant_id = c.tenant_id and l.case_id = c.id), '[]')) as summary,
      c.external_id,
      array(select c.branch_id where c.branch_id is not null union select t.branch_id from case_links l
        join tours t on t.tenant_id = l.tenant_id and t.id = l.tour_id
        where l.tenant_id = c.tenant_id and l.case_id = c.id and t.branch_id is not null) as branch_ids,
      array(select distinct tu.user_id from case_links l join tour_users tu on tu.tenant_id = l.tenant_id and tu.tour_id = l.tour_id
        where l.tenant_id = c.tenant_id and l.case_id = c.id and ${crewAccessCondition(sql`l`, access)}) as user_ids,
      array(select distinct tv.device_id from case_links l join tour_vehicles tv on tv.tenant_id = l.tenant_id and tv.tour_id = l.tour_id
        where l.tenant_id = c.tenant_id and l.case_id = c.id and tv.device_id is not null and ${crewAccessCondition(sql`l`, access)}) as device_ids
    from cases c where c.tenant_id = ${tx.tenantId}`;

export const selectCaseEventSummaryRow = (tx: Tx, id: string, access: CrewCaseAccess) =>
  tx.one<CaseSummaryWithAudienceRow>(sql`${caseEventSummaryQuery(tx, access)} and c.id = ${id}`);

export const selectCaseEventSummaryRows = (tx: Tx, ids: readonly string[], access: CrewCaseAccess) =>
  tx.many<CaseSummaryWithAudienceRow>(
    sql`${caseEventSummaryQuery(tx, access)} and c.id = any(${ids}::uuid[]) order by c.id`,
  );

export const selectCaseIdsOfTour = async (tx: Tx, tour_id: string): Promise<string[]> => {
  const links = await tx.many<{ case_id: string }>(sql`
    select case_id from case_links where tenant_id = ${tx.tenantId} and tour_id = ${tour_id}`);
  return links.map(({ case_id }) => case_id);
};

/**
 * Deletes the links of a tour that never started: its cases only keep in their history that they were taken back from
 * it. Returns the ids of the cases.
 */
export async function deleteLinksOfPlannedTour(tx: Tx, tour_id: string): Promise<string[]> {
  tx.runBeforeNext(sql`
    update cases set last_assigned_tour_id = null where tenant_id = ${tx.tenantId} and last_assigned_tour_id = ${tour_id}`);
  const deleted = await tx.many<{ case_id: string }>(sql`
    delete from case_links where tenant_id = ${tx.tenantId} and tour_id = ${tour_id} and bucket = 'unassigned' returning case_id`);
  return deleted.map(({ case_id }) => case_id);
}
