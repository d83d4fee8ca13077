import type { ConnectorSettings } from "@leitstand/contract/partners/connectors";
import type { SyncFault, SyncRun } from "@leitstand/contract/partners/sync";
import type { QueryRunner, Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { toJsonParameter, sql, withPlanForEachRun } from "#platform/database/sql";
import type { ExistingSyncObject, UserContactData } from "./sync-plan";

type SyncJob = SyncRun["job"];
const LISTED_RUNS_MAX = 50;
/** Lease, renewed with every commit; the run of a node that has died is left to another one after that. */
const RUN_LEASE_SECONDS = 60;

export const hasSyncSource = async (tx: Tx) =>
  (
    await tx.one<{ connected: boolean }>(sql`
      select exists (select 1 from tenant_connectors where tenant_id = ${tx.tenantId} and kind = 'SYNC' and active) as connected`)
  ).connected;

/** Inserts a run; undefined while another one of its kind waits or runs. */
export const insertSyncRun = (tx: Tx, { job, dry_run }: { job: SyncJob; dry_run: boolean }) =>
  tx.maybe<{ id: string }>(sql`
    insert into sync_runs (job, dry_run) values (${job}, ${dry_run})
    on conflict (tenant_id, job) where status in ('WAITING', 'RUNNING') do nothing returning id`);

export const selectSyncRuns = (tx: Tx) =>
  tx.many<SyncRun>(sql`
    select id, created_at, updated_at, job, dry_run, status, row_count as rows, created, updated, unchanged, deactivated, faults, error,
      started_at, ended_at
    from sync_runs where tenant_id = ${tx.tenantId} order by created_at desc, id limit ${LISTED_RUNS_MAX}`);

export const syncRunRetention: RetentionRule = { table: sql`sync_runs`, column: sql`ended_at`, days: 90 };

/** Run that this node carries out, with its source. */
export interface ClaimedSyncRun {
  readonly tenant_id: string;
  readonly id: string;
  readonly job: SyncJob;
  readonly dry_run: boolean;
  readonly kind: "SYNC";
  readonly base_url: string | null;
  readonly auth: "BEARER" | "BASIC" | "HMAC";
  readonly secret: Buffer | null;
  readonly settings: ConnectorSettings;
}

export const claimSyncRun = (rows: QueryRunner, now: Date) =>
  rows.maybe<ClaimedSyncRun>(
    withPlanForEachRun(sql`
    with next as (
      select tenant_id, id from sync_runs
      where status in ('WAITING', 'RUNNING') and (locked_until is null or locked_until < ${now})
        and exists (select 1 from tenants tenant where tenant.id = sync_runs.tenant_id and tenant.active)
      order by created_at limit 1 for update skip locked)
    update sync_runs run set status = 'RUNNING', started_at = coalesce(run.started_at, ${now}),
      locked_until = ${now}::timestamptz + make_interval(secs => ${RUN_LEASE_SECONDS}), created = 0, updated = 0, unchanged = 0, deactivated = 0, updated_at = now()
    from next left join tenant_connectors connector
      on connector.tenant_id = next.tenant_id and connector.kind = 'SYNC' and connector.active
    where run.tenant_id = next.tenant_id and run.id = next.id
    returning run.tenant_id, run.id, run.job, run.dry_run, 'SYNC' as kind, connector.base_url, connector.auth, connector.secret,
      coalesce(connector.settings, '{}') as settings`),
  );

export const renewSyncRunLease = (rows: QueryRunner, { tenant_id, id }: ClaimedSyncRun, now: Date) =>
  rows.run(sql`
    update sync_runs set locked_until = ${now}::timestamptz + make_interval(secs => ${RUN_LEASE_SECONDS})
    where tenant_id = ${tenant_id} and id = ${id} and status = 'RUNNING'`);

/** Releases a run of a node that stops, for the next node. */
export const releaseSyncRun = (rows: QueryRunner, { tenant_id, id }: ClaimedSyncRun) =>
  rows.run(sql`
    update sync_runs set locked_until = null where tenant_id = ${tenant_id} and id = ${id} and status = 'RUNNING'`);

export interface SyncRunCounts {
  readonly created?: number;
  readonly updated?: number;
  readonly unchanged?: number;
  readonly deactivated?: number;
}
export const addSyncRunCounts = (
  tx: Tx,
  { id }: ClaimedSyncRun,
  { counted, now }: { counted: SyncRunCounts; now: Date },
) =>
  tx.runBeforeNext(sql`
    update sync_runs set created = created + ${counted.created ?? 0}::int, updated = updated + ${counted.updated ?? 0}::int,
      unchanged = unchanged + ${counted.unchanged ?? 0}::int, deactivated = deactivated + ${counted.deactivated ?? 0}::int,
      locked_until = ${now}::timestamptz + make_interval(secs => ${RUN_LEASE_SECONDS}), updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);

export interface SyncRunResult {
  readonly status: "DONE" | "STOPPED" | "FAILED";
  readonly error: string | null;
  readonly rows: number;
  readonly faults: readonly SyncFault[];
  readonly now: Date;
}
export const endSyncRun = (tx: Tx, { id }: ClaimedSyncRun, end: SyncRunResult) =>
  tx.run(sql`
    update sync_runs set status = ${end.status}, error = ${end.error}, row_count = ${end.rows}, faults = ${toJsonParameter(end.faults)},
      ended_at = ${end.now}, locked_until = null, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and status = 'RUNNING'`);

/**
 * Lateral join to the matches, looked up one by one: right after 10,000 rows were inserted, the planner takes both
 * sides for empty and compares each with each.
 */
const matchJoin = (job: SyncJob) => sql`left join lateral (
  select known.object_id, known.deactivated from sync_matches known
  where known.tenant_id = each.tenant_id and known.job = ${job} and known.object_id = each.id limit 1) match on true`;

export const selectExistingBranchesForSync = (tx: Tx) =>
  tx.many<ExistingSyncObject>(
    withPlanForEachRun(sql`
    select each.id, each.external_id, each.name, '' as firstname, null as email, each.phone_number, each.active,
      match.object_id is not null as matched, coalesce(match.deactivated, false) as deactivated, false as is_office
    from branches each ${matchJoin("BRANCHES")}
    where each.tenant_id = ${tx.tenantId} and (each.external_id is not null or match.object_id is not null)`),
  );

export const selectExistingDriversForSync = (tx: Tx) =>
  tx.many<ExistingSyncObject>(
    withPlanForEachRun(sql`
    select each.id, each.external_id, each.lastname as name, each.firstname, lower(each.email) as email, each.phone_number,
      not each.blocked as active, match.object_id is not null as matched, coalesce(match.deactivated, false) as deactivated,
      each.kind <> 'PERSON' or exists (select 1 from role_associations held join roles role on role.tenant_id = held.tenant_id and role.id = held.role_id
        where held.tenant_id = each.tenant_id and held.user_id = each.id and role.role_type <> 'DRIVER') as is_office
    from users each ${matchJoin("DRIVERS")}
    where each.tenant_id = ${tx.tenantId} and each.kind <> 'DELETED' and (each.external_id is not null or match.object_id is not null)`),
  );

export const selectUserContactData = (tx: Tx) =>
  tx.many<UserContactData>(
    withPlanForEachRun(sql`
    select id, lower(email) as email, phone_number from users
    where tenant_id = ${tx.tenantId} and (email is not null or phone_number is not null)`),
  );

export const upsertSyncMatches = (
  tx: Tx,
  { job, ids, deactivated }: { job: SyncJob; ids: readonly string[]; deactivated: boolean },
) =>
  tx.run(sql`
    insert into sync_matches (tenant_id, job, object_id, deactivated)
    select ${tx.tenantId}, ${job}, id, ${deactivated} from unnest(${ids}::uuid[]) as given (id)
    on conflict (tenant_id, job, object_id) do update set deactivated = excluded.deactivated`);

export const selectTenantLanguage = (tx: Tx) =>
  tx.one<{ language: string }>(sql`select language from tenants where id = ${tx.tenantId}`);

export const selectTenantCountryAndTimezone = (tx: Tx) =>
  tx.one<{ first_country: string | null; timezone: string }>(
    sql`select geocoding -> 'countries' ->> 0 as first_country, timezone from tenants where id = ${tx.tenantId}`,
  );
