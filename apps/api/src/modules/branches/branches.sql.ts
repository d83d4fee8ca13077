import type { Branch, BranchCreateRequest, BranchUpdateRequest } from "@leitstand/contract/company/branches";
import type { ReferencingResourceName } from "@leitstand/contract/errors/error-sentences";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { containsWordsCondition } from "#platform/database/text-filter";
import type { Scope } from "#platform/access/principal";
import { branchScopeCondition } from "#platform/access/scope";
import { alphabetically, toJsonParameter, type Sql, sql } from "#platform/database/sql";

type BranchRow = Static<typeof Branch>;
type BranchDraft = Static<typeof BranchCreateRequest>;

const branchColumns = sql`branch.id, branch.name, branch.type, branch.external_id, branch.address, branch.phone_number,
  branch.internal_dispatching_enabled, branch.location_report_required, branch.active, branch.lock_version, branch.created_at, branch.updated_at`;
const noDriverCounts = sql`null::int as drivers_on_duty, null::int as drivers_total`;

export const branchTable = sql`branches branch`;
export const branchVisibleCondition = (scope: Scope) => branchScopeCondition(scope, sql`branch.id`);

/** Branches in the caller's scope; not paged, because tenants have up to a few hundred. */
export const selectBranches = (
  tx: Tx,
  request: {
    scope: Scope;
    text?: string | undefined;
    type: string | undefined;
    include_drivers_info: boolean | undefined;
  },
) =>
  tx.many<BranchRow>(sql`
    select ${branchColumns}, ${request.include_drivers_info ? sql`drivers.on_duty as drivers_on_duty, drivers.total as drivers_total` : noDriverCounts}
    from branches branch ${request.include_drivers_info ? driverCountsJoin : sql``}
    where branch.tenant_id = ${tx.tenantId} and ${branchVisibleCondition(request.scope)}
      and ${request.text === undefined ? sql`true` : containsWordsCondition(request.text, [sql`branch.name`, sql`branch.external_id`])}
      and (${request.type ?? null}::text is null or branch.type = ${request.type ?? null}::text)
    order by ${alphabetically(sql`branch.name`)}, branch.id`);

export const selectBranch = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<BranchRow>(sql`
    select ${branchColumns}, drivers.on_duty as drivers_on_duty, drivers.total as drivers_total
    from branches branch ${driverCountsJoin}
    where branch.tenant_id = ${tx.tenantId} and branch.id = ${id} and ${branchVisibleCondition(scope)}`);

// People with a driver role everywhere or in a group of the branch, who are not blocked and not inactive in that group.
const driverCountsJoin: Sql = sql`
  cross join lateral (
    select count(*)::int as total, count(*) filter (where exists (
      select 1 from tour_users rides join tours tour on tour.tenant_id = rides.tenant_id and tour.id = rides.tour_id
      where rides.tenant_id = branch.tenant_id and rides.user_id = driver.user_id and tour.status = 'STARTED'
        and tour.branch_id = branch.id and tour.started_sub_state <> 'OFF_DUTY'))::int as on_duty
    from (
      select association.user_id from role_associations association
      join roles role on role.tenant_id = association.tenant_id and role.id = association.role_id
      where association.tenant_id = branch.tenant_id and role.role_type = 'DRIVER' and role.branch_access = 'ALL'
      union
      select association.user_id from branch_group_branches member
      join role_associations association on association.tenant_id = member.tenant_id and association.branch_group_id = member.branch_group_id
      join roles role on role.tenant_id = association.tenant_id and role.id = association.role_id
      where member.tenant_id = branch.tenant_id and member.branch_id = branch.id and role.role_type = 'DRIVER'
        and not exists (select 1 from user_active_states state where state.tenant_id = association.tenant_id
          and state.user_id = association.user_id and state.branch_group_id = association.branch_group_id and not state.active)
    ) driver join users person on person.tenant_id = branch.tenant_id and person.id = driver.user_id and not person.blocked) drivers`;

export const insertBranch = (tx: Tx, draft: BranchDraft) =>
  tx.one<BranchRow>(sql`
    insert into branches as branch (tenant_id, name, type, external_id, address, phone_number, internal_dispatching_enabled, location_report_required, active)
    values (${tx.tenantId}, ${draft.name}, ${draft.type}, ${draft.external_id}, ${toJsonParameter(draft.address)}, ${draft.phone_number},
      ${draft.internal_dispatching_enabled}, ${draft.location_report_required}, ${draft.active})
    returning ${branchColumns}, ${noDriverCounts}`);

/** Replaces a branch; undefined when the caller sees no such branch, or has it at another lock version. */
export const updateBranch = (
  tx: Tx,
  scope: Scope,
  { id, ...change }: Static<typeof BranchUpdateRequest> & { id: string },
) =>
  tx.maybe<BranchRow>(sql`
    update branches branch set name = ${change.name}, type = ${change.type}, external_id = ${change.external_id}, address = ${toJsonParameter(change.address)},
      phone_number = ${change.phone_number}, internal_dispatching_enabled = ${change.internal_dispatching_enabled},
      location_report_required = ${change.location_report_required}, active = ${change.active},
      lock_version = lock_version + 1, updated_at = now()
    where branch.tenant_id = ${tx.tenantId} and branch.id = ${id} and lock_version = ${change.lock_version} and ${branchVisibleCondition(scope)}
    returning ${branchColumns}, ${noDriverCounts}`);

/** Locks a branch, so that no row can begin to belong to it before the transaction ends. */
export const lockBranch = (tx: Tx, id: string) =>
  tx.maybe<{ id: string }>(sql`select id from branches where tenant_id = ${tx.tenantId} and id = ${id} for update`);

/**
 * Counts what belongs to the branch, in the order in which it is reported. Cases and tours are counted only far enough
 * to show that there are many.
 */
export const countBranchUses = (tx: Tx, id: string) =>
  tx.many<{ by: ReferencingResourceName; count: number }>(sql`
    with alone as (
      select member.branch_group_id as id from branch_group_branches member
      join branch_groups branch_group on branch_group.tenant_id = member.tenant_id and branch_group.id = member.branch_group_id
      where member.tenant_id = ${tx.tenantId} and member.branch_id = ${id} and branch_group.type = 'SINGLE')
    select place, by, count from (
      select 1 as place, 'case' as by, count(*) as count
        from (select 1 from cases where tenant_id = ${tx.tenantId} and branch_id = ${id} limit 10000) found
      union all select 2, 'tour', count(*) from (select 1 from tours where tenant_id = ${tx.tenantId} and branch_id = ${id} limit 10000) found
      union all select 3, 'vehicle', count(*) from vehicles where tenant_id = ${tx.tenantId} and branch_id = ${id}
      union all select 4, 'device', count(*) from device_active_states where tenant_id = ${tx.tenantId} and branch_id = ${id}
      union all select 5, 'area', count(*) from areas where tenant_id = ${tx.tenantId} and branch_id = ${id}
      union all select 6, 'role_associations', count(*) from role_associations where tenant_id = ${tx.tenantId} and branch_group_id in (select id from alone)
      union all select 7, 'user_invite', count(*) from user_invites where tenant_id = ${tx.tenantId} and branch_group_id in (select id from alone)
      union all select 8, 'critical_message', count(*) from (select 1 from critical_messages where tenant_id = ${tx.tenantId} and branch_id = ${id} limit 10000) found) uses
    where count > 0 order by place`);

export const removeBranch = (tx: Tx, id: string) =>
  tx.run(sql`delete from branches where tenant_id = ${tx.tenantId} and id = ${id}`);
