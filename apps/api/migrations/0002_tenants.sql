-- A tenant is a company on the platform. The table is its own tenant column: id.
create table tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  short_code text not null unique check (short_code ~ '^[a-z0-9_]{1,16}$'),
  domain text unique, custom_domains text[] not null default '{}',
  active boolean not null default true,
  contact_mail text, type text not null check (type in ('FUNERAL', 'ROADSIDE_ASSISTANCE', 'PLATFORM')),
  language text not null default 'de', timezone text not null default 'Europe/Vienna',
  sms_operator text, cool_down_time int not null default 60 check (cool_down_time between 0 and 3600),
  phone_number_signin boolean not null default true,
  tenant_key text not null unique,
  rate_limit_factor double precision not null default 1 check (rate_limit_factor > 0),
  -- Public look of sign-in and console: {colors, favicon, page_title, ...}
  frontend jsonb not null default '{}', email jsonb not null default '{}', geocoding jsonb not null default '{}', firebase jsonb not null default '{}',
  -- Rules of dispatch that a tenant may set: alarm_timeout_seconds, auto_unassign, undo windows, forwarding by drivers, ...
  settings jsonb not null default '{}',
  lock_version bigint not null default 0,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now());
alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant on tenants to leitstand_app using (id = current_tenant()) with check (id = current_tenant());
create policy system on tenants to leitstand_system using (true) with check (true);
grant select, update on tenants to leitstand_app;
grant select, insert, update on tenants to leitstand_system;

create table brands (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200), short_key text not null check (char_length(short_key) between 1 and 32),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, short_key));
select isolate_tenants('brands');

-- Free tenant data for apps and partners: one value per key.
create table tenant_master_data (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  key text not null check (char_length(key) between 1 and 100), value jsonb not null, description text,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, key));
select isolate_tenants('tenant_master_data');

-- Natural ids (C-2026-000123) are per tenant, kind and year; never reused, gaps allowed.
create table natural_ids (
  tenant_id uuid not null default current_tenant() references tenants, kind text not null, year int not null, last bigint not null,
  primary key (tenant_id, kind, year));
select isolate_tenants('natural_ids');

create function next_natural_id(prefix text) returns text language sql volatile as $$
  insert into natural_ids (kind, year, last) values (prefix, extract(year from now())::int, 1)
  on conflict (tenant_id, kind, year) do update set last = natural_ids.last + 1
  returning prefix || '-' || year || '-' || lpad(last::text, 6, '0') $$;
