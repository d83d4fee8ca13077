-- Who plans asks when each of hundreds of people and vehicles is away next, among shifts of every day.
create index calendar_occurrences_absent on calendar_occurrences (tenant_id, resource_id, ends_at) include (starts_at)
  where event_type = 'UNAVAILABLE';
-- Shifts of a day or less are over soon after the time that is asked for; the few longer ones are looked up by themselves.
create index calendar_occurrences_long on calendar_occurrences (tenant_id, resource_id, ends_at) include (starts_at, event_type)
  where ends_at - starts_at > interval '1 day';
