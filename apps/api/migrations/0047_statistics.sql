-- What statistics count by, kept by the database itself: no writer of cases can forget it, and none has to know of it.

-- How a place is spelled, apart from capital letters and blanks: its name, street and number, postal code and city.
create function place_text(address jsonb) returns text language sql immutable parallel safe
  return lower(regexp_replace(
    coalesce(btrim(address ->> 'name'), '') || chr(31)
      || btrim(coalesce(address ->> 'street', '') || ' ' || coalesce(address ->> 'house_number', '')) || chr(31)
      || replace(coalesce(address ->> 'zip_code', ''), ' ', '') || chr(31) || coalesce(btrim(address ->> 'city'), ''), '[ \t\n\r]+', ' ', 'g'));

-- Whether an address says where it is, and not only who opens the door.
create function is_place(address jsonb) returns boolean language sql immutable parallel safe
  return jsonb_typeof(address) = 'object'
    and (place_text(address) <> chr(31) || chr(31) || chr(31) or jsonb_typeof(address -> 'lat') = 'number');

-- By what cases of one place are found together. Null: no place is known. 0: a home, or a point without a name; it is counted and
-- never named. MD5, because a stored number must not change with the version of PostgreSQL.
create function place_key(address jsonb) returns bigint language sql immutable parallel safe
  return case when is_place(address) is not true then null
    when address -> 'home' = 'true'::jsonb or place_text(address) = chr(31) || chr(31) || chr(31) then 0
    else ('x' || left(md5(place_text(address)), 16))::bit(64)::bigint end;

alter table cases
  add column source_key bigint generated always as (place_key(coalesce(funeral_data, rsa_data) -> 'source_address')) stored,
  add column target_key bigint generated always as (place_key(coalesce(funeral_data, rsa_data) -> 'target_address')) stored,
  -- A roadside job that is done on the spot has no target.
  add column missing_places text generated always as (
    case when is_place(coalesce(funeral_data, rsa_data) -> 'source_address') is not true then
      case when data_type = 'FUNERAL' and is_place(funeral_data -> 'target_address') is not true then 'BOTH' else 'SOURCE' end
    when data_type = 'FUNERAL' and is_place(funeral_data -> 'target_address') is not true then 'TARGET' end) stored,
  -- Somebody who lies where it is warm, and is to be brought into the cold: the tenant may have a deadline for that.
  add column goes_into_cold boolean not null generated always as (
    coalesce(funeral_data ->> 'cargo_type' = 'PERSON' and funeral_data -> 'target_address' -> 'cold_storage' = 'true'::jsonb
      and (funeral_data -> 'source_address' -> 'cold_storage' = 'true'::jsonb) is not true, false)) stored,
  -- Of a phone whose clock was behind no case was closed before it was created.
  add column closed_after_seconds int generated always as (greatest(0, floor(extract(epoch from finalized_at - created_at)))::int) stored;

create index cases_by_place on cases (tenant_id, created_at) include (branch_id, source_key, target_key);
create index cases_without_places on cases (tenant_id, created_at, id) where not finalized and missing_places is not null;
create index cases_open_by_due on cases (tenant_id, due_at, id) where not finalized;
create index cases_early on cases (tenant_id, due_at, id) where not finalized and (transport_type = 'Vorzeitige Abholung' or goes_into_cold);
create index cases_delivered on cases (tenant_id, finalized_at) include (closed_after_seconds, branch_id, id)
  where finalized and state not in ('CANCELLED', 'cancelled');

-- How a place was spelled when a case first named it. Homes are not here.
create table place_names (
  tenant_id uuid not null default current_tenant() references tenants on delete cascade, key bigint not null,
  name text, street text, house_number text, zip_code text, city text, country text,
  primary key (tenant_id, key));
select isolate_tenants('place_names');

-- How many cases of a month, as the tenant's time zone has it, began or ended at a place. No branch is 0.
create table address_months (
  tenant_id uuid not null default current_tenant() references tenants on delete cascade, month date not null, side text not null check (side in ('SOURCE', 'TARGET')),
  key bigint not null, branch_id uuid not null, cases int not null,
  primary key (tenant_id, month, side, key, branch_id) include (cases));
select isolate_tenants('address_months');

-- Which months are counted. A dirty one has changed since, or has not been counted yet: it is counted anew whenever somebody asks.
create table address_month_builds (
  tenant_id uuid not null default current_tenant() references tenants on delete cascade, month date not null, dirty boolean not null default true,
  timezone text, begins_at timestamptz(3), ends_at timestamptz(3),
  primary key (tenant_id, month));
select isolate_tenants('address_month_builds');

-- Whoever changes a case of a month first locks the month, shared; whoever counts the month locks it alone. So a count has
-- seen every change that did not find the month counted.
create function mark_address_month(tenant uuid, at timestamptz) returns void language plpgsql as $$
declare changed date := (select date_trunc('month', at at time zone timezone) from tenants where id = tenant);
begin
  perform from address_month_builds where tenant_id = tenant and month = changed and dirty for share;
  if not found then
    insert into address_month_builds (tenant_id, month) values (tenant, changed) on conflict (tenant_id, month) do update set dirty = true;
  end if;
end $$;

-- Months are counted when they have been over for more than a day: a younger case is in none of them.
create function keep_places() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    -- In one order, so that two new cases of the same two places never wait for each other.
    insert into place_names (tenant_id, key, name, street, house_number, zip_code, city, country)
    select new.tenant_id, place.key, address ->> 'name', address ->> 'street', address ->> 'house_number', address ->> 'zip_code',
      address ->> 'city', address ->> 'country'
    from (values (new.source_key, coalesce(new.funeral_data, new.rsa_data) -> 'source_address'),
      (new.target_key, coalesce(new.funeral_data, new.rsa_data) -> 'target_address')) place (key, address)
    where place.key <> 0 order by place.key
    on conflict (tenant_id, key) do nothing;
    if new.created_at < now() - interval '1 day' then perform mark_address_month(new.tenant_id, new.created_at); end if;
  end if;
  if tg_op <> 'INSERT' and old.created_at < now() - interval '1 day' then perform mark_address_month(old.tenant_id, old.created_at); end if;
  return null;
end $$;
create trigger cases_places after insert or delete on cases for each row execute function keep_places();
create trigger cases_places_changed after update on cases for each row
  when ((old.source_key, old.target_key, old.branch_id, old.created_at) is distinct from (new.source_key, new.target_key, new.branch_id, new.created_at))
  execute function keep_places();

insert into place_names (tenant_id, key, name, street, house_number, zip_code, city, country)
select distinct on (tenant_id, key) tenant_id, key, address ->> 'name', address ->> 'street', address ->> 'house_number', address ->> 'zip_code',
  address ->> 'city', address ->> 'country'
from cases cross join lateral (values (source_key, coalesce(funeral_data, rsa_data) -> 'source_address'),
  (target_key, coalesce(funeral_data, rsa_data) -> 'target_address')) place (key, address)
where key <> 0 order by tenant_id, key, created_at, id;
