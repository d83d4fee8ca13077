-- By what an event that was read from a file of a calendar program is known again, and what the file said of it then. Each of a person
-- or vehicle is read once.
alter table calendar_events
  add column ical_uid text check (char_length(ical_uid) between 1 and 300),
  add column ical_digest bytea check ((ical_digest is null) = (ical_uid is null));
create unique index calendar_events_by_ical_uid on calendar_events (tenant_id, resource_id, ical_uid) where ical_uid is not null;
