-- What decisions about a case need besides its state: whether all is known that a crew needs, what the crew must be able
-- to do, and since which version source, target and times are as they are.
alter table cases
  add column data_complete boolean not null default true,
  add column required_skill_ids uuid[] not null default '{}',
  add column plan_lock_version bigint not null default 0,
  add column transport_type text generated always as (funeral_data ->> 'transport_type') stored,
  add column infectious boolean generated always as ((funeral_data -> 'cargo_deceased' ->> 'infectious')::boolean) stored;

-- For callers who only read cases: what concerns health, police and belongings of the deceased is kept from them.
create function redacted_funeral_data(data jsonb) returns jsonb language sql immutable parallel safe
  as $$ select case when data is null then null else data
    || '{"police_address": null}'
    || case when jsonb_typeof(data -> 'cargo_deceased') = 'object' then jsonb_build_object('cargo_deceased',
      (data -> 'cargo_deceased') || '{"infectious": null, "autopsy": null, "police": null, "anatomy": null, "belongings": null}')
      else '{}' end end $$;
