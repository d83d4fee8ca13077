-- Of a case whose link is over its crew keeps what happened, but nobody's telephone number, address for mail, name to ask for
-- or note. Wherever they stand in the data: the same names mean the same thing in all of it.
create function without_ways_to_reach(data jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(data)
    when 'object' then (
      select coalesce(jsonb_object_agg(field.key,
        case when field.key in ('phone_number', 'email', 'contact_name', 'notes') then 'null'::jsonb else without_ways_to_reach(field.value) end), '{}')
      from jsonb_each(data) field)
    when 'array' then (
      select coalesce(jsonb_agg(without_ways_to_reach(item.value) order by item.place), '[]')
      from jsonb_array_elements(data) with ordinality item (value, place))
    else data end;
end $$;

-- What a phone did, and could not send before the case was taken from its tour, is written down as what it is.
alter table case_comments
  add column kind text not null default 'NOTE' check (kind in ('NOTE', 'LATE_ENTRY')),
  add column action text check (char_length(action) <= 40),
  add column action_id uuid,
  add column occurred_at timestamptz(3);
