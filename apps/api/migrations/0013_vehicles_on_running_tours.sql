-- Which tour a vehicle is on now must cost the same after ten years of tours as on the first day: links of started tours
-- are marked, and only they are in the index. The tours table stays the truth; the mark follows it in the same transaction.
alter table tour_vehicles add column running boolean not null default false;
update tour_vehicles link set running = true from tours tour
  where tour.tenant_id = link.tenant_id and tour.id = link.tour_id and tour.status = 'STARTED';
create index tour_vehicles_running on tour_vehicles (tenant_id, vehicle_id, tour_id) where running;

-- Called for links that begin to run. The share lock meets the lock of whoever deactivates the vehicle: one of the two sees
-- the other. A vehicle found inactive here was deactivated since the caller looked, so its transaction is run again.
create function hold_active_vehicles(tenant uuid, vehicle_ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from vehicles where tenant_id = tenant and id = any(vehicle_ids) order by id for share;
  if exists (select 1 from vehicles where tenant_id = tenant and id = any(vehicle_ids) and not active) then
    raise exception 'a vehicle of the tour is inactive' using errcode = 'serialization_failure';
  end if;
end $$;

create function mark_running_links() returns trigger language plpgsql as $$
begin
  if new.status = 'STARTED' then
    perform hold_active_vehicles(new.tenant_id, array(
      select vehicle_id from tour_vehicles where tenant_id = new.tenant_id and tour_id = new.id));
  end if;
  update tour_vehicles set running = (new.status = 'STARTED')
    where tenant_id = new.tenant_id and tour_id = new.id and running <> (new.status = 'STARTED');
  return null;
end $$;
create trigger tours_mark_running_links after update of status on tours
  for each row when (old.status is distinct from new.status) execute function mark_running_links();

create function mark_running_link() returns trigger language plpgsql as $$
begin
  new.running := exists (select 1 from tours where tenant_id = new.tenant_id and id = new.tour_id and status = 'STARTED');
  if new.running then perform hold_active_vehicles(new.tenant_id, array[new.vehicle_id]); end if;
  return new;
end $$;
create trigger tour_vehicles_mark_running before insert on tour_vehicles for each row execute function mark_running_link();
