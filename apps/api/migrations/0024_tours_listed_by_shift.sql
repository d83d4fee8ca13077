-- Lists ask for the tours whose shift meets a window. Planned shifts last a month at most, so a window reads the starts of
-- that month before it; what lasted longer because nobody finished it is in a small index of its own.
alter table tours
  add column long_shift boolean not null generated always as (coalesce(ended_at - started_at > interval '31 days', false)) stored,
  add constraint tours_shift_length check (scheduled_end_at - scheduled_start_at <= interval '31 days');
create index tours_long_shift on tours (tenant_id, ended_at) where long_shift;
create index tours_by_status on tours (tenant_id, status, (coalesce(started_at, scheduled_start_at, created_at)), id);
