import type pg from "pg";
import { insertTokenBearer, insertTenant, type TenantFixture } from "../../../apps/api/src/testing/fixtures";
import type { Database } from "../../../apps/api/src/platform/database/database";
import { listAllGrants } from "./fleet-data";

/** Archive of cases of many tenants; searches run as one of these tenants. */
export interface BenchCaseArchive {
  readonly tenant: TenantFixture;
  readonly token: string;
  readonly tenantIds: readonly string[];
  readonly cases: number;
}

const FIRST_NAMES =
  "Maria,Anna,Josef,Franz,Johann,Karl,Helga,Ingrid,Gertrude,Erna,Walter,Heinz,Erika,Brigitte,Rosa,Leopold,Hermine,Otto,Elfriede,Ludwig";
const LAST_NAMES =
  "Gruber,Huber,Bauer,Wagner,Müller,Pichler,Steiner,Moser,Mayer,Hofer,Leitner,Berger,Fuchs,Eder,Fischer,Schmid,Winkler,Weber,Schwarz,Maier,Schneider,Reiter,Mayr,Schmidt,Wimmer,Egger,Brunner,Lang,Baumgartner,Auer,Binder,Lechner,Wolf,Wallner,Aigner,Ebner,Koller,Lehner,Haas,Schuster";
const STREETS =
  "Hauptstraße,Bahnhofstraße,Kirchengasse,Schulgasse,Feldweg,Wiener Straße,Grazer Straße,Lindenweg,Ringstraße,Am Anger,Mühlgasse,Bergstraße";
const CITIES =
  "Graz,Wien,Linz,Salzburg,Innsbruck,Klagenfurt,Villach,Wels,Leoben,Bruck,Weiz,Kapfenberg,Leibnitz,Feldbach,Hartberg,Judenburg";

export async function insertBenchTenants(db: Database, count: number): Promise<Omit<BenchCaseArchive, "cases">> {
  const tenants: TenantFixture[] = [];
  for (let index = 0; index < count; index++) tenants.push(await insertTenant(db, "FUNERAL"));
  const tenant = tenants[0] as TenantFixture;
  const { token } = await insertTokenBearer(db, { tenant, grants: listAllGrants() });
  return { tenant, token, tenantIds: tenants.map(({ id }) => id) };
}

/**
 * Adds cases `from` to `to`, whose numbers begin with the prefix of their archive, and of which one in twenty is open,
 * with names, places and times as a company has them. Rows are written in the order of time, as cases come in.
 * Indexes are dropped and made again as the migrations made them: the result is the same, only sooner.
 */
export async function insertArchiveCases(
  owner: pg.Client,
  tenantIds: readonly string[],
  { from, to, prefix }: { from: number; to: number; prefix: string },
) {
  await owner.query(
    "reset role; set maintenance_work_mem = '256MB'; set synchronous_commit = off; alter table cases disable trigger user",
  );
  const indexes = await dropIndexes(owner);
  await owner.query("set role leitstand_system; select setseed(0.5)");
  await owner.query(foldTextSql);
  await owner.query(insertCasesSql, [from, to, tenantIds, prefix]);
  await owner.query(
    `insert into case_texts (tenant_id, case_id, text, created_month)
      select tenant_id, id, search_text, case_month(created_at) from cases
      where tenant_id = any($3::uuid[]) and starts_with(natural_id, $2) and substr(natural_id, 5)::int >= $1
      order by created_at`,
    [from, prefix, tenantIds],
  );
  await owner.query("reset role; alter table cases enable trigger user");
  for (const definition of indexes) await owner.query(definition);
  await owner.query("reset synchronous_commit; reset maintenance_work_mem");
  // An archive that grew over years has been vacuumed; otherwise autovacuum does so while calls are measured.
  await owner.query("vacuum (analyze) cases, case_texts");
  await owner.query("set role leitstand_system");
}

/**
 * Drops the indexes that belong to no constraint; returns how to make them again, on all parts of a partitioned table.
 */
async function dropIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('cases'::regclass, 'case_texts'::regclass)
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition.replace(" ON ONLY ", " ON "));
}

/** SQL that folds these words as the product's `fold` does. */
const foldTextSql = `
  create or replace function pg_temp.folded(given text) returns text language sql immutable
    return regexp_replace(translate(replace(lower(given), 'ß', 'ss'), 'äöü', 'aou'), '([aou])e', '\\1', 'g')`;

const pickFromListSql = (list: string, by: string) =>
  `(array[${list
    .split(",")
    .map((word) => `'${word}'`)
    .join(",")}])[1 + ${by} % ${list.split(",").length}]`;

// oxlint-disable-next-line house/sql-in-tag -- the holes are the lists above
const insertCasesSql = `
  with tenant as (select id, n - 1 as n from unnest($3::uuid[]) with ordinality as given (id, n)),
  given as (
    select i, tenant.id as tenant_id, (random() * 1e6)::int as a, (random() * 1e6)::int as b, (random() * 1e6)::int as c,
      (random() * 1e6)::int as d, now() - (1 - i / 1e6) * interval '1000 days' - random() * interval '3 days' as at
    from generate_series($1::int, $2::int) i join tenant on tenant.n = i % array_length($3::uuid[], 1)),
  spelled as (
    select given.*, ${pickFromListSql(FIRST_NAMES, "a")} as first_name, ${pickFromListSql(LAST_NAMES, "b")} as last_name, ${pickFromListSql(STREETS, "c")} as street,
      ${pickFromListSql(CITIES, "d")} as city, ${pickFromListSql(CITIES, "(d / 7)")} as target_city, (8000 + a % 1000)::text as zip, (8000 + b % 1000)::text as target_zip,
      (i / array_length($3::uuid[], 1)) % 20 <> 0 as done
    from given)
  insert into cases (tenant_id, id, natural_id, display_name, data_type, state, finalized, finalized_at, approved, external_id, funeral_data, not_before, due_at,
    source_zip, target_zip, source_city, target_city, search_text, created_at, updated_at)
  select tenant_id, gen_random_uuid(), $4::text || i, first_name || ' ' || last_name, 'FUNERAL',
    case when done then case when c % 20 = 0 then 'CANCELLED' else 'DELIVERED' end else (array['OPEN', 'ASSIGNED', 'STARTED', 'POSTPONED'])[1 + c % 4] end,
    done, case when done then at + interval '1 day' end, c % 50 <> 0, 'X-' || i,
    jsonb_build_object('cargo_type', 'PERSON', 'transport_type', case when c % 3 = 0 then 'Sonderaufbahrung' else 'Transportauftrag' end,
      'cargo_deceased', jsonb_build_object('first_name', first_name, 'last_name', last_name, 'infectious', c % 100 = 0),
      'source_address', jsonb_build_object('street', street, 'house_number', 1 + d % 120, 'zip_code', zip, 'city', city),
      'target_address', jsonb_build_object('name', 'Friedhof', 'zip_code', target_zip, 'city', target_city)),
    at + interval '4 hours', at + interval '1 day', zip, target_zip, city, target_city,
    pg_temp.folded($4::text || i || ' X-' || i || ' ' || first_name || ' ' || last_name || ' ' || street || ' ' || (1 + d % 120) || ' ' || zip || ' ' || city || ' ' || target_zip || ' ' || target_city),
    at, at + random() * interval '2 days'
  from spelled`;
