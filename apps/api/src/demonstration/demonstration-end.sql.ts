import type { QueryRunner, Tx } from "#platform/database/database";
import { Sql, sql } from "#platform/database/sql";

/** Condition for the demonstration's tenants, and for those that an interrupted loading has left. */
const isDemonstrationTenant = (keys: readonly string[]) =>
  sql`(tenant_key = any(${keys}::text[]) or (tenant_key = id::text and short_code like 'x\\_%' and not active))`;

export interface DemonstrationSize {
  readonly names: readonly string[];
  readonly people: number;
  readonly vehicles: number;
  readonly cases: number;
  readonly tours: number;
  /** Number of tenants that are not of the demonstration. */
  readonly others: number;
}

export const selectDemonstrationSize = (rows: QueryRunner, keys: readonly string[]) =>
  rows.one<DemonstrationSize>(sql`
    with shown as (select id, name, short_code from tenants where ${isDemonstrationTenant(keys)})
    select coalesce((select json_agg(name || ' (' || short_code || ')' order by name) from shown), '[]') as names,
      (select count(*)::int from users where tenant_id in (select id from shown)) as people,
      (select count(*)::int from vehicles where tenant_id in (select id from shown)) as vehicles,
      (select count(*)::int from cases where tenant_id in (select id from shown)) as cases,
      (select count(*)::int from tours where tenant_id in (select id from shown)) as tours,
      (select count(*)::int from tenants where id not in (select id from shown)) as others`);

/** Counts processes of the product that are connected to the database, without commands such as this one. */
export const countConnectedServers = async (rows: QueryRunner) =>
  (
    await rows.one<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'leitstand %' and application_name <> 'leitstand command'`)
  ).count;

/** Deletes the tenants with all their rows in every table, referring rows first. */
export async function deleteDemonstrationTenants(tx: Tx, keys: readonly string[]) {
  const shown = await tx.many<{ id: string }>(sql`select id from tenants where ${isDemonstrationTenant(keys)}`);
  const ids = shown.map(({ id }) => id);
  const [tables, references] = [await selectTableNames(tx), await selectTableReferences(tx)];
  for (const table of sortTablesByReferences(tables, references))
    await tx.run(sql`delete from ${new Sql([table], [])} where tenant_id = any(${ids}::uuid[])`);
  await tx.run(sql`delete from tenants where id = any(${ids}::uuid[])`);
}

/** Names of tables as SQL spells them; partitions are covered by their parent table. */
const selectTableNames = async (tx: Tx) =>
  (
    await tx.many<{ name: string }>(sql`
    select part.oid::regclass::text as name from pg_class part
    join pg_attribute field on field.attrelid = part.oid and field.attname = 'tenant_id' and not field.attisdropped
    where part.relnamespace = 'public'::regnamespace and part.relkind in ('r', 'p') and not part.relispartition
    order by 1`)
  ).map(({ name }) => name);

interface TableReference {
  readonly from: string;
  readonly to: string;
}
const selectTableReferences = (tx: Tx) =>
  tx.many<TableReference>(sql`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid <> confrelid`);

function sortTablesByReferences(tables: readonly string[], references: readonly TableReference[]): string[] {
  const left = new Set(tables);
  const order: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter((table) => !references.some(({ from, to }) => to === table && left.has(from)));
    if (free.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...left].join(", ")}`);
    for (const table of free) left.delete(table);
    order.push(...free);
  }
  return order;
}
