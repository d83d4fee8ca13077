-- Addresses that calendar programs read; the address is the secret, of which the hash is kept.
create table calendar_feeds (
  tenant_id uuid not null default current_tenant() references tenants, id uuid not null default gen_random_uuid(),
  secret_hash bytea not null, user_id uuid, vehicle_id uuid, created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id), foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, vehicle_id) references vehicles, check ((user_id is null) <> (vehicle_id is null)));
create unique index calendar_feeds_by_secret on calendar_feeds (secret_hash);
create index calendar_feeds_by_user on calendar_feeds (tenant_id, user_id) where user_id is not null;
create index calendar_feeds_by_vehicle on calendar_feeds (tenant_id, vehicle_id) where vehicle_id is not null;
select isolate_tenants('calendar_feeds');

-- Which tour was made of which shift: each shift of one tour.
create table tour_shifts (
  tenant_id uuid not null default current_tenant() references tenants, event_id uuid not null, date date not null, tour_id uuid not null,
  primary key (tenant_id, event_id, date), foreign key (tenant_id, event_id) references calendar_events on delete cascade,
  foreign key (tenant_id, tour_id) references tours on delete cascade);
create index tour_shifts_by_tour on tour_shifts (tenant_id, tour_id);
select isolate_tenants('tour_shifts');
