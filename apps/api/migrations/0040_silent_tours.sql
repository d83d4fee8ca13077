-- Which silence of a tour its devices and its desk were told of; a newer position begins another one.
create table silent_tours (
  tenant_id uuid not null default current_tenant() references tenants, tour_id uuid not null,
  silent_since timestamptz(3) not null, asked_at timestamptz(3) not null, reported_at timestamptz(3),
  primary key (tenant_id, tour_id),
  foreign key (tenant_id, tour_id) references tours on delete cascade);
select isolate_tenants('silent_tours');
create index branches_where_tours_report on branches (tenant_id, id) where location_report_required;
