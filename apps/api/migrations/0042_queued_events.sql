-- What partners' systems are told of, written with the change that it tells of. Events of one case, else of one tour, are
-- told in the order of `seq`, which is that of their commits: they are written under the lock of its row.
create table queued_events (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  seq bigint generated always as identity,
  type text not null check (type in ('case_created', 'case_updated', 'case_finished', 'case_status_updated', 'location_updated', 'driver_duty_status_update', 'case_callback')),
  status text not null default 'CREATED' check (status in ('CREATED', 'FAILED_UPDATE_CASE_IN_TF', 'SKIPPED', 'FAILED')),
  order_key uuid not null, case_id uuid, tour_id uuid, payload jsonb not null,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, case_id) references cases on delete cascade,
  foreign key (tenant_id, tour_id) references tours on delete cascade, check (order_key in (case_id, tour_id)));
create index queued_events_in_order on queued_events (tenant_id, order_key, seq);
create index queued_events_by_case on queued_events (tenant_id, case_id) where case_id is not null;
create index queued_events_by_tour on queued_events (tenant_id, tour_id) where tour_id is not null;
create index queued_events_by_age on queued_events (created_at);
select isolate_tenants('queued_events');

-- A transport that is not approved yet may be without data: somebody is on the telephone and will say more.
alter table cases drop constraint cases_check, drop constraint cases_check1;
alter table cases add constraint cases_data_of_its_kind check (
  (data_type = 'ROADSIDE') = (rsa_data is not null) and (data_type = 'FUNERAL' or funeral_data is null)
  and (data_type = 'ROADSIDE' or funeral_data is not null or not approved)) not valid;
alter table cases validate constraint cases_data_of_its_kind;
