-- What a crew has checked of a vehicle before or after a shift, and the photos that it has announced.
create table vehicle_checks (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  vehicle_id uuid not null, tour_id uuid, client_id uuid not null, fingerprint bytea not null,
  occurred_at timestamptz(3) not null, phase text not null check (phase in ('START', 'END')),
  mileage_km int not null check (mileage_km between 0 and 9999999), items jsonb not null,
  user_id uuid, device_id uuid, received_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), unique (tenant_id, client_id),
  foreign key (tenant_id, vehicle_id) references vehicles on delete cascade);
create index vehicle_checks_by_vehicle on vehicle_checks (tenant_id, vehicle_id, occurred_at desc, id);
select isolate_tenants('vehicle_checks');

-- The name under which a phone keeps a photo is known for ever, so that it is kept once however often it is sent.
create table vehicle_check_photos (
  tenant_id uuid not null default current_tenant() references tenants, photo_id uuid not null, check_id uuid not null, asset_id uuid,
  primary key (tenant_id, photo_id),
  foreign key (tenant_id, check_id) references vehicle_checks on delete cascade,
  foreign key (tenant_id, asset_id) references assets on delete set null (asset_id));
create index vehicle_check_photos_by_check on vehicle_check_photos (tenant_id, check_id);
create index vehicle_check_photos_by_asset on vehicle_check_photos (tenant_id, asset_id);
select isolate_tenants('vehicle_check_photos');
