import type { Area, AreaCreateRequest, AreaUpdateRequest, AreaWaitingTime } from "@leitstand/contract/company/areas";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Scope } from "#platform/access/principal";
import { changeableBranchCondition, branchScopeCondition } from "#platform/access/scope";
import { toJsonParameter, sql } from "#platform/database/sql";

type AreaRow = Static<typeof Area>;

const areaColumns = sql`id, title, description, zip_ranges, geo_json, branch_id, waiting_minutes, waiting_updated_at, lock_version, created_at, updated_at`;
export const areaVisibleCondition = (scope: Scope) => branchScopeCondition(scope, sql`branch_id`);
export const areaChangeableCondition = (scope: Scope) => changeableBranchCondition(scope, sql`branch_id`);

/** Areas in the caller's scope; not paged, because a tenant draws a few dozen at most. */
export const selectAreas = (tx: Tx, scope: Scope) =>
  tx.many<AreaRow>(sql`
    select ${areaColumns} from areas where tenant_id = ${tx.tenantId} and ${areaVisibleCondition(scope)} order by title, id`);

export const selectArea = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<AreaRow>(sql`
    select ${areaColumns} from areas where tenant_id = ${tx.tenantId} and id = ${id} and ${areaVisibleCondition(scope)}`);

export const selectWaitingTimes = (tx: Tx, scope: Scope) =>
  tx.many<Static<typeof AreaWaitingTime>>(sql`
    select id as area_id, title, waiting_minutes, waiting_updated_at from areas
    where tenant_id = ${tx.tenantId} and ${areaVisibleCondition(scope)} order by title, id`);

export const insertArea = (tx: Tx, draft: Static<typeof AreaCreateRequest>) =>
  tx.one<AreaRow>(sql`
    insert into areas (title, description, zip_ranges, geo_json, branch_id)
    values (${draft.title}, ${draft.description}, ${toJsonParameter(draft.zip_ranges)}, ${toJsonParameter(draft.geo_json)}, ${draft.branch_id})
    returning ${areaColumns}`);

/** Replaces an area; undefined when the caller may change no such area, or has it at another lock version. */
export const updateArea = (
  tx: Tx,
  scope: Scope,
  { id, ...change }: Static<typeof AreaUpdateRequest> & { id: string },
) =>
  tx.maybe<AreaRow>(sql`
    update areas set title = ${change.title}, description = ${change.description}, zip_ranges = ${toJsonParameter(change.zip_ranges)},
      geo_json = ${toJsonParameter(change.geo_json)}, branch_id = ${change.branch_id}, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and lock_version = ${change.lock_version} and ${areaChangeableCondition(scope)}
    returning ${areaColumns}`);

/**
 * Sets the waiting time of an area. Several dispatchers do so all day, also in areas of no branch, so the lock version
 * is checked only when it is given.
 */
export const updateWaitingTime = (
  tx: Tx,
  scope: Scope,
  change: { id: string; waiting_minutes: number | null; lock_version?: number },
) =>
  tx.maybe<AreaRow>(sql`
    update areas set waiting_minutes = ${change.waiting_minutes}, waiting_updated_at = now(), lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${change.id} and ${areaVisibleCondition(scope)}
      and lock_version = coalesce(${change.lock_version}, lock_version)
    returning ${areaColumns}`);

/** Locks an area that is changed or deleted: a claim made in the meantime waits, and then may find the area gone. */
export const lockArea = (tx: Tx, scope: Scope, id: string) =>
  tx.maybe<Pick<AreaRow, "title" | "branch_id">>(sql`
    select title, branch_id from areas where tenant_id = ${tx.tenantId} and id = ${id} and ${areaChangeableCondition(scope)} for update`);

export const countOpenResponsibilityClaimsOfArea = (tx: Tx, id: string) =>
  tx.one<{ count: number }>(sql`
    select count(*) as count from responsibility_claims
    where tenant_id = ${tx.tenantId} and area_id = ${id} and ended_at is null`);

export const removeArea = (tx: Tx, id: string) =>
  tx.run(sql`delete from areas where tenant_id = ${tx.tenantId} and id = ${id}`);
