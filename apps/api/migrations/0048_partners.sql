-- Systems of others that a tenant is connected with: a partner that is told of its jobs, a source of branches and drivers. What
-- opens them is sealed. `failures` and `open_until` belong to deliveries: a system that does not answer is left alone for a while.
create table tenant_connectors (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('PARTNER', 'SYNC')), base_url text not null check (char_length(base_url) <= 2048),
  auth text not null check (auth in ('BEARER', 'BASIC', 'HMAC')), secret bytea, settings jsonb not null default '{}',
  active boolean not null default true,
  failures int not null default 0, open_until timestamptz(3), opened_at timestamptz(3), desk_told boolean not null default false,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id));
create unique index tenant_connectors_by_kind on tenant_connectors (tenant_id, kind);
select isolate_tenants('tenant_connectors');

-- Nobody could be connected before: what was kept for nobody is not told to whoever comes first.
delete from queued_events;
alter table queued_events drop constraint queued_events_check;
alter table queued_events
  add column vehicle_id uuid, add column external_id text,
  add column attempts int not null default 0, add column due_at timestamptz(3) not null default now(),
  add column first_tried_at timestamptz(3), add column locked_until timestamptz(3),
  add column last_status int, add column last_error text check (char_length(last_error) <= 500),
  add foreign key (tenant_id, vehicle_id) references vehicles on delete cascade,
  add check (order_key in (case_id, tour_id, vehicle_id));
create index queued_events_due on queued_events (due_at) where status = 'CREATED';
create index queued_events_by_status on queued_events (tenant_id, status, type);
create index queued_events_by_vehicle on queued_events (tenant_id, vehicle_id) where vehicle_id is not null;
-- Of a vehicle only the newest position waits.
create unique index queued_events_by_waiting_vehicle on queued_events (tenant_id, vehicle_id)
  where type = 'location_updated' and status = 'CREATED';

-- What was delivered, for a month.
create table queued_event_log (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null,
  type text not null, case_id uuid, tour_id uuid, vehicle_id uuid, seq bigint not null, attempts int not null,
  last_status int not null, created_at timestamptz(3) not null, delivered_at timestamptz(3) not null,
  primary key (tenant_id, id));
create index queued_event_log_by_age on queued_event_log (delivered_at);
create index queued_event_log_by_tour on queued_event_log (tenant_id, tour_id, type, created_at) where tour_id is not null;
select isolate_tenants('queued_event_log');

-- Which partner has passed a case on, and how new what it last said is.
create table partner_cases (
  tenant_id uuid not null default current_tenant(), case_id uuid not null, partner_user_id uuid not null,
  external_id text not null check (char_length(external_id) between 1 and 100), partner_version bigint, last_callback_at timestamptz(3),
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, case_id), foreign key (tenant_id, case_id) references cases on delete cascade,
  foreign key (tenant_id, partner_user_id) references users);
create unique index partner_cases_by_external_id on partner_cases (tenant_id, partner_user_id, external_id);
select isolate_tenants('partner_cases');
