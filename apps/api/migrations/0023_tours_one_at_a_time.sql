-- A person, a vehicle or a device works on one started tour at a time; the index holds it whatever the number of nodes.
-- `running` follows the tour's status, as it does for vehicles since 0013; `ended` keeps the past out of double bookings.
alter table tour_users add column running boolean not null default false, add column ended boolean not null default false;
alter table tour_vehicles add column ended boolean not null default false;
update tour_users link set running = (tour.status = 'STARTED'), ended = (tour.status = 'FINISHED') from tours tour
  where tour.tenant_id = link.tenant_id and tour.id = link.tour_id and tour.status <> 'SCHEDULED';
update tour_vehicles link set ended = true from tours tour
  where tour.tenant_id = link.tenant_id and tour.id = link.tour_id and tour.status = 'FINISHED';

create unique index tour_users_running on tour_users (tenant_id, user_id) include (tour_id) where running;
create unique index tour_vehicles_running_vehicle on tour_vehicles (tenant_id, vehicle_id) include (tour_id) where running;
create unique index tour_vehicles_running_device on tour_vehicles (tenant_id, device_id) include (tour_id) where running;
drop index tour_vehicles_running;
create index tour_users_ahead on tour_users (tenant_id, user_id, tour_id) where not ended;
create index tour_vehicles_ahead on tour_vehicles (tenant_id, vehicle_id, tour_id) where not ended;

create function mark_tour_links() returns trigger language plpgsql as $$
begin
  update tour_users set running = (new.status = 'STARTED'), ended = (new.status = 'FINISHED')
    where tenant_id = new.tenant_id and tour_id = new.id;
  if new.status = 'FINISHED' then
    update tour_vehicles set ended = true where tenant_id = new.tenant_id and tour_id = new.id;
  end if;
  return null;
end $$;
create trigger tours_mark_links after update of status on tours
  for each row when (old.status is distinct from new.status) execute function mark_tour_links();

create function mark_tour_user() returns trigger language plpgsql as $$
declare tour_status text := (select status from tours where tenant_id = new.tenant_id and id = new.tour_id);
begin
  new.running := coalesce(tour_status = 'STARTED', false);
  new.ended := coalesce(tour_status = 'FINISHED', false);
  return new;
end $$;
create trigger tour_users_mark before insert on tour_users for each row execute function mark_tour_user();

create function mark_ended_tour_vehicle() returns trigger language plpgsql as $$
begin
  new.ended := exists (select 1 from tours where tenant_id = new.tenant_id and id = new.tour_id and status = 'FINISHED');
  return new;
end $$;
create trigger tour_vehicles_mark_ended before insert on tour_vehicles
  for each row execute function mark_ended_tour_vehicle();
