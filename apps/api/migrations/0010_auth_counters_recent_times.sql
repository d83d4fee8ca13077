-- Limits that hold in every hour and day, not only from one full hour to the next, need the moments themselves.
alter table auth_counters add column recent timestamptz(3)[] not null default '{}';
