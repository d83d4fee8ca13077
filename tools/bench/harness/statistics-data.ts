import type pg from "pg";
import {
  insertTokenBearer,
  insertBranch,
  insertTenant,
  type TenantFixture,
} from "../../../apps/api/src/testing/fixtures";
import type { Database } from "../../../apps/api/src/platform/database/database";

/** A company with two years of cases, larger than any real one. */
export interface StatisticsBenchData {
  readonly tenant: TenantFixture;
  readonly token: string;
  /** Token of an office that sees one of the branches: half of the cases, and half of the tours. */
  readonly officeToken: string;
  readonly cases: number;
}

/**
 * Loads two years for statistics, as each figure of a year stands beside that of the year before. Of 100 cases 70 begin
 * at one of 600 institutions, 20 at a private home that occurs once, 10 at one without a mark as such; 5 are still open.
 * Each half is a branch's. Indexes are dropped and made again, as in `loadCases`.
 */
export async function insertStatisticsBenchData(
  db: Database,
  owner: pg.Client,
  cases: number,
): Promise<StatisticsBenchData> {
  const tenant = await insertTenant(db, "FUNERAL");
  const grants = ["getStatistics"];
  const branches = [await insertBranch(db, tenant.id), await insertBranch(db, tenant.id)];
  const { token } = await insertTokenBearer(db, { tenant, grants });
  const { token: officeToken } = await insertTokenBearer(db, { tenant, grants, branchIds: branches.slice(0, 1) });
  await owner.query("reset role; set synchronous_commit = off; set maintenance_work_mem = '256MB'");
  await owner.query("alter table cases disable trigger user");
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'cases'::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await owner.query("set role leitstand_system; select setseed(0.25)");
  await owner.query(insertCasesSql, [tenant.id, cases, branches]);
  await owner.query(insertPlaceNamesSql, [tenant.id]);
  await owner.query("reset role; alter table cases enable trigger user");
  for (const { definition } of indexes) await owner.query(definition);
  // Every tenth open case is on a tour.
  await owner.query(
    `with tour as (insert into tours (tenant_id, natural_id, branch_id, status, started_sub_state, started_at)
        select $1, 'T-Y-' || n, ($2::uuid[])[1 + n % 2], 'STARTED', 'ACTIVE', now() - n * interval '1 minute' from generate_series(1, 500) n returning id),
      numbered as (select id, row_number() over () as n from tour)
    insert into case_links (tenant_id, case_id, tour_id, state, bucket)
    select $1, c.id, numbered.id, 'ASSIGNED', 'open' from (
      select id, row_number() over () as n from cases where tenant_id = $1 and not finalized) c
    join numbered on numbered.n = 1 + c.n % 500 where c.n % 10 = 0`,
    [tenant.id, branches],
  );
  await owner.query(insertToursSql, [tenant.id, branches]);
  // Without statistics each link's tour is looked for in all of them, which takes hours.
  await owner.query("analyze tours, cases");
  await owner.query("alter table case_links disable trigger user");
  await owner.query(insertLinksSql, [tenant.id]);
  await owner.query("alter table case_links enable trigger user");
  await owner.query("vacuum (analyze) cases, case_links, tours");
  await owner.query("analyze place_names");
  await owner.query("reset synchronous_commit; reset maintenance_work_mem; set role leitstand_system");
  return { tenant, token, officeToken, cases };
}

const insertCasesSql = `
  with given as (
    select i, random() as kind, (600 * random() ^ 3)::int as house, (300 * random() ^ 3)::int as target,
      now() - random() * interval '730 days' as at, random() as luck from generate_series(1, $2::int) i)
  insert into cases (tenant_id, natural_id, display_name, branch_id, data_type, state, finalized, finalized_at, approved, due_at, created_at, updated_at, funeral_data)
  select $1::uuid, 'C-Y-' || i, 'Case ' || i, ($3::uuid[])[1 + i % 2], 'FUNERAL', case when luck < 0.05 then 'OPEN' when luck < 0.1 then 'CANCELLED' else 'DELIVERED' end,
    luck >= 0.05, case when luck >= 0.05 then least(now(), at + luck * interval '2 days') end, true, at + interval '1 day', at, at,
    jsonb_build_object('cargo_type', 'PERSON', 'transport_type', case when luck < 0.005 then 'Vorzeitige Abholung' else 'Transportauftrag' end,
      'cargo_deceased', jsonb_build_object('first_name', 'Maria', 'last_name', 'Muster', 'date_of_death', '2026-03-01'),
      'source_address', case when kind < 0.7 then jsonb_build_object('name', 'Haus ' || house, 'zip_code', '8036', 'city', 'Graz')
        else jsonb_build_object('street', 'Gasse', 'house_number', i, 'zip_code', '8010', 'city', 'Graz', 'home', kind < 0.9) end,
      'target_address', case when luck < 0.98 then jsonb_build_object('name', 'Friedhof ' || target, 'zip_code', '8020', 'city', 'Graz') end)
  from given`;

const insertToursSql = `
  insert into tours (tenant_id, natural_id, branch_id, status, started_at)
  select $1, 'T-O-' || n, ($2::uuid[])[1 + n % 2], 'FINISHED', now() - n * interval '8 minutes' from generate_series(1, 60000) n`;

/** Links of closed cases, each on one of 60,000 tours, one in twenty on a tour of the other branch. */
const insertLinksSql = `
  with numbered as (
    select id, branch_id, row_number() over (partition by branch_id) as n, dense_rank() over (order by branch_id) as branch
    from tours where tenant_id = $1 and status = 'FINISHED'),
  branches as (select distinct branch_id, branch from numbered),
  closed as (
    select c.id, c.branch_id, c.n, case when c.n % 20 > 0 then branches.branch else 3 - branches.branch end as driven_by
    from (select id, branch_id, row_number() over () as n from cases where tenant_id = $1 and finalized) c
    join branches on branches.branch_id = c.branch_id)
  insert into case_links (tenant_id, case_id, tour_id, state, bucket, closed_at, guest_branch_id)
  select $1, closed.id, numbered.id, 'DELIVERED', 'finished', now() - interval '2 days', nullif(numbered.branch_id, closed.branch_id)
  from closed join numbered on numbered.branch = closed.driven_by and numbered.n = 1 + closed.n % 30000`;

const insertPlaceNamesSql = `
  insert into place_names (tenant_id, key, name, zip_code, city)
  select distinct on (key) tenant_id, key, address ->> 'name', address ->> 'zip_code', address ->> 'city'
  from cases cross join lateral (values (source_key, funeral_data -> 'source_address'), (target_key, funeral_data -> 'target_address')) place (key, address)
  where tenant_id = $1 and key <> 0`;
