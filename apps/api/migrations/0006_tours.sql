-- A tour is a shift: users, vehicles and devices that work through cases together.
create table tours (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  natural_id text not null default next_natural_id('T'), name text, description text, branch_id uuid,
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'STARTED', 'FINISHED')),
  started_sub_state text check (started_sub_state in ('ACTIVE', 'ON_A_BREAK', 'NOT_TAKING_CASES', 'ON_DUTY', 'OFF_DUTY')),
  is_primary boolean not null default false, tour_lead_external_user_id text check (char_length(tour_lead_external_user_id) <= 32),
  scheduled_start_at timestamptz(3), scheduled_end_at timestamptz(3), started_at timestamptz(3), ended_at timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, natural_id),
  check ((status = 'STARTED') = (started_sub_state is not null)), check (scheduled_end_at is null or scheduled_end_at > scheduled_start_at),
  foreign key (tenant_id, branch_id) references branches);
create index tours_running on tours (tenant_id, branch_id, id) where status = 'STARTED';
create index tours_by_time on tours (tenant_id, (coalesce(started_at, scheduled_start_at, created_at)), id);
create index tours_by_branch on tours (tenant_id, branch_id, status);
select isolate_tenants('tours');

create table tour_users (
  tenant_id uuid not null default current_tenant(), tour_id uuid not null, user_id uuid not null,
  primary key (tenant_id, tour_id, user_id),
  foreign key (tenant_id, tour_id) references tours on delete cascade, foreign key (tenant_id, user_id) references users);
create index tour_users_by_user on tour_users (tenant_id, user_id);
select isolate_tenants('tour_users');

create table tour_vehicles (
  tenant_id uuid not null default current_tenant(), tour_id uuid not null, vehicle_id uuid not null, device_id uuid,
  primary key (tenant_id, tour_id, vehicle_id),
  foreign key (tenant_id, tour_id) references tours on delete cascade, foreign key (tenant_id, vehicle_id) references vehicles,
  foreign key (tenant_id, device_id) references devices);
create index tour_vehicles_by_vehicle on tour_vehicles (tenant_id, vehicle_id);
create index tour_vehicles_by_device on tour_vehicles (tenant_id, device_id);
select isolate_tenants('tour_vehicles');
