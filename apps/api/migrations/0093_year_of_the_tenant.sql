-- A number has the year of the tenant's own calendar: on New Year's night in Vienna it was the old year for another hour.
create or replace function next_natural_id(prefix text) returns text language sql volatile as $$
  insert into natural_ids (kind, year, last)
  values (
    prefix,
    extract(year from now() at time zone coalesce((select timezone from tenants where id = current_tenant()), 'UTC'))::int,
    1)
  on conflict (tenant_id, kind, year) do update set last = natural_ids.last + 1
  returning prefix || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') $$;
