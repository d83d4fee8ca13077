-- How much of a vehicle's capacity a case takes: one deceased person, or an item that takes the place of one. Assigning and
-- loading sum it over all cases of a tour.
alter table cases add column load_units int not null generated always as (
  case when funeral_data ->> 'cargo_type' = 'PERSON' then 1
    when coalesce((funeral_data -> 'cargo_item' ->> 'reduces_vehicle_capacity')::boolean, false) then 1 else 0 end) stored;

-- Who did last what to a link is one letter of the transition table.
alter table case_links alter column last_actor type text using last_actor #>> '{}';
alter table case_links add constraint case_links_last_actor_check check (last_actor in ('D', 'V', 'S', 'X'));
-- The end of the tour's part, as the crew's clock says; `closed_at` is when the server took the link from the open list.
alter table case_links add column finished_at timestamptz(3);
