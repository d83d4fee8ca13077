-- Of what lists of events answer, all but the times is the same at every call, and to put it together as JSON takes longer than to find
-- it: it is kept with the event, written by each change of it. `',"occurrences":[…]}'` follows. A field more in the answer is one more here.
alter table calendar_events add column answer_text text;
create function write_event_answer() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  new.answer_text := '{"id":' || to_json(new.id) || ',"created_at":' || to_json(new.created_at) || ',"updated_at":' || to_json(new.updated_at)
    || ',"lock_version":' || new.lock_version || ',"calendar_id":' || to_json(new.calendar_id)
    || ',"start_at":' || to_json(new.first_start) || ',"end_at":' || to_json(new.first_end)
    || ',"start_date":' || to_json(new.start_local::date) || ',"end_date":' || to_json(new.end_local::date)
    || ',"all_day":' || to_json(new.all_day) || ',"timezone":' || to_json(new.timezone) || ',"event_type":' || to_json(new.event_type)
    || ',"resource_type":' || case when new.user_id is null then '"VEHICLE"' else '"USER"' end
    || ',"resource_id":' || to_json(coalesce(new.user_id, new.vehicle_id))
    || ',"recurrence":' || coalesce(to_json(new.recurrence)::text, 'null') || ',"note":' || coalesce(to_json(new.note)::text, 'null');
  return new;
end $$;
create trigger calendar_events_answer before insert or update on calendar_events for each row execute function write_event_answer();
update calendar_events set answer_text = '';
alter table calendar_events alter column answer_text set not null;
