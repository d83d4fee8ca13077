-- Who has looked at where a driver is, hour by hour: one row for each person and purpose, however often they look. Kept as long as the
-- positions themselves.
create table location_readers (
  tenant_id uuid not null default current_tenant() references tenants, user_id uuid not null, hour timestamptz(3) not null,
  reader_id uuid not null, purpose text not null check (purpose in ('MAP', 'TRACK', 'SUGGESTION')),
  primary key (tenant_id, user_id, hour, reader_id, purpose),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, reader_id) references users on delete cascade);
create index location_readers_by_reader on location_readers (tenant_id, reader_id);
create index location_readers_by_hour on location_readers using brin (hour);
select isolate_tenants('location_readers');

-- Drivers who report where they are see what is kept of it, and who looked.
update roles set lock_version = lock_version + 1, updated_at = now(),
  grants = grants || array(select added from unnest(array['getOwnLocations', 'getOwnLocationReaders']) added where added <> all (grants))
where role_type = 'DRIVER' and grants @> array['updateLocation'] and not grants @> array['getOwnLocations', 'getOwnLocationReaders'];
