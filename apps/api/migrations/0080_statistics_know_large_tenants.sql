-- A tenant that PostgreSQL's statistics do not know counts as one row, so any index that begins with tenant_id is as good as the key,
-- and a join of its vehicles with its devices compares all with all. Statistics are renewed when a tenth of a whole table has changed,
-- which a new tenant beside a hundred others does not do for a long time. See docs/adr/0011-statistics-know-large-tenants.md.

-- The application owns no table, so this runs as the owner. Whoever holds the table (another analysis) is not waited for.
create function analyze_table_of_tenants(name text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_attribute where attrelid = to_regclass(format('public.%I', name)) and attname = 'tenant_id') then
    raise exception 'There is no table % of tenants.', name;
  end if;
  execute format('analyze (skip_locked) public.%I', name);
end $$;

-- Analyses each table that has doubled since, or in which the planner takes the tenant for less than a tenth of what there
-- is; answers their names.
-- A sample has 30,000 rows: of a tenant with fewer than one in 3,000 it would find too few to know it afterwards.
create function analyze_mistaken_tables(tenant uuid) returns setof text
language plpgsql set search_path = public, pg_temp as $$
declare
  name text;
  has_doubled boolean;
  enough bigint;
  plan json;
  counted bigint;
begin
  -- One node at a time is enough; the others find nothing left to do.
  if not pg_try_advisory_xact_lock(7206583114) then return; end if;
  for name, has_doubled, enough in
    select relname, pg_relation_size(oid) > 2.0 * relpages * current_setting('block_size')::int, greatest(200, reltuples / 3000)::bigint
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
      and pg_relation_size(oid) >= 16384 and has_table_privilege(oid, 'select')
      and exists (select from pg_index where indrelid = pg_class.oid and indisprimary and indnatts > 1 and indkey[0] = (
        select attnum from pg_attribute where attrelid = pg_class.oid and attname = 'tenant_id'))
    order by relname
  loop
    if has_doubled then
      perform analyze_table_of_tenants(name);
      return next name;
      continue;
    end if;
    execute format('explain (format json) select from %I where tenant_id = %L', name, tenant) into plan;
    continue when (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 * 10 >= enough;
    execute format('select count(*) from (select from %I where tenant_id = %L limit %s) as found', name, tenant, enough) into counted;
    continue when counted < enough;
    perform analyze_table_of_tenants(name);
    return next name;
  end loop;
end $$;

revoke execute on function analyze_table_of_tenants(text), analyze_mistaken_tables(uuid) from public;
grant execute on function analyze_table_of_tenants(text), analyze_mistaken_tables(uuid) to leitstand_system;
