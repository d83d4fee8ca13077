create table vehicle_types (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100), short_key text not null check (char_length(short_key) between 1 and 32), description text,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, short_key));
select isolate_tenants('vehicle_types');

create table vehicles (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  natural_id text not null default next_natural_id('V'), license_plate text not null check (char_length(license_plate) between 1 and 32),
  description text not null check (char_length(description) <= 500), active boolean not null, external_id text check (char_length(external_id) <= 100),
  capacity int not null check (capacity between 0 and 100), seats_total int check (seats_total between 1 and 100),
  fuel text check (fuel in ('GAS', 'DIESEL', 'BENZIN', 'ELEKTRO')), vehicle_type_id uuid, branch_id uuid,
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, natural_id),
  foreign key (tenant_id, vehicle_type_id) references vehicle_types, foreign key (tenant_id, branch_id) references branches);
create unique index vehicles_by_license_plate on vehicles (tenant_id, upper(license_plate)) where active;
create unique index vehicles_by_external_id on vehicles (tenant_id, external_id) where external_id is not null;
create index vehicles_by_plate on vehicles (tenant_id, license_plate, id);
create index vehicles_by_type on vehicles (tenant_id, vehicle_type_id);
create index vehicles_by_branch on vehicles (tenant_id, branch_id);
select isolate_tenants('vehicles');

create table vehicle_skills (
  tenant_id uuid not null default current_tenant(), vehicle_id uuid not null, skill_id uuid not null,
  association_type text not null check (association_type in ('OFFERING', 'REQUIRING')),
  primary key (tenant_id, vehicle_id, skill_id, association_type),
  foreign key (tenant_id, vehicle_id) references vehicles on delete cascade, foreign key (tenant_id, skill_id) references skills);
create index vehicle_skills_by_skill on vehicle_skills (tenant_id, skill_id);
select isolate_tenants('vehicle_skills');

-- A device is a driver's phone, or a roadside unit's (kind RSA).
create table devices (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  kind text not null default 'STANDARD' check (kind in ('STANDARD', 'RSA')),
  natural_id text not null default next_natural_id('D'), phone_number text not null, device_type text not null default 'SMARTPHONE',
  external_id text, name text, push_token text, language text, platform text, installed_app_info jsonb, metadata jsonb,
  disabled boolean not null default false, last_seen_at timestamptz(3),
  lock_version bigint not null default 0, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, natural_id), unique (tenant_id, phone_number));
create unique index devices_by_external_id on devices (tenant_id, external_id) where external_id is not null;
select isolate_tenants('devices');

-- The branches a device works for, and whether it does so at present.
create table device_active_states (
  tenant_id uuid not null default current_tenant(), device_id uuid not null, branch_id uuid not null, active boolean not null default true,
  primary key (tenant_id, device_id, branch_id),
  foreign key (tenant_id, device_id) references devices on delete cascade, foreign key (tenant_id, branch_id) references branches);
create index device_active_states_by_branch on device_active_states (tenant_id, branch_id);
select isolate_tenants('device_active_states');

-- Which device lies in which vehicle; ended_at null: now. One device in one vehicle, one device per vehicle.
create table vehicle_device_associations (
  tenant_id uuid not null default current_tenant(), id uuid not null default gen_random_uuid(), vehicle_id uuid not null, device_id uuid not null,
  started_at timestamptz(3) not null default now(), ended_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, vehicle_id) references vehicles on delete cascade, foreign key (tenant_id, device_id) references devices on delete cascade);
create unique index associations_now_by_vehicle on vehicle_device_associations (tenant_id, vehicle_id) where ended_at is null;
create unique index associations_now_by_device on vehicle_device_associations (tenant_id, device_id) where ended_at is null;
create index associations_by_vehicle on vehicle_device_associations (tenant_id, vehicle_id, started_at);
create index associations_by_device on vehicle_device_associations (tenant_id, device_id, started_at);
select isolate_tenants('vehicle_device_associations');

-- Last known position of each vehicle. fillfactor leaves room for updates in place.
create table vehicle_positions (
  tenant_id uuid not null default current_tenant(), vehicle_id uuid not null, device_id uuid,
  lat double precision not null check (lat between -90 and 90), lon double precision not null check (lon between -180 and 180),
  accuracy_meters real, speed_meters_per_second real, heading_degrees real, battery_percent real,
  fixed_at timestamptz(3) not null, received_at timestamptz(3) not null default now(),
  primary key (tenant_id, vehicle_id),
  foreign key (tenant_id, vehicle_id) references vehicles on delete cascade) with (fillfactor = 70);
select isolate_tenants('vehicle_positions');

-- Every position, in daily partitions that the retention job drops. Which partition exists is the ingest's care;
-- the default one catches clocks that are far off.
create table positions (
  tenant_id uuid not null default current_tenant(), vehicle_id uuid not null, device_id uuid, tour_id uuid,
  lat double precision not null, lon double precision not null, accuracy_meters real, speed_meters_per_second real, heading_degrees real,
  fixed_at timestamptz(3) not null, received_at timestamptz(3) not null default now()) partition by range (fixed_at);
create table positions_default partition of positions default;
create index positions_by_time on positions using brin (fixed_at);
select isolate_tenants('positions');
