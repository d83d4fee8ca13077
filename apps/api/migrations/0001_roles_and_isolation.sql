-- Two roles serve the product: leitstand_app sees one tenant at a time, leitstand_system (relay, jobs, sign-in, ingest)
-- sees what policies open to it. Neither owns a table, neither bypasses row level security.
-- Roles belong to the cluster: several databases, and several nodes starting at once, may create them.
do $$
declare name text;
begin
  foreach name in array array['leitstand_app', 'leitstand_system'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      execute format('grant %I to current_user', name);
    exception when unique_violation then null;
    end;
  end loop;
end $$;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;

grant usage on schema public to leitstand_app, leitstand_system;

-- The tenant of the running transaction; without one no row is visible and no row can be written.
create function current_tenant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- Row level security, forced, with one policy for each of the two roles.
create function isolate_tenants(table_name text) returns void language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy tenant on %I to leitstand_app using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', table_name);
  execute format('create policy system on %I to leitstand_system using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to leitstand_app, leitstand_system', table_name);
end $$;
