-- Under row level security `coalesce(…)` counts as leaky and never bounds an index; a column does. It is when the shift
-- began, else when it is planned to, else when somebody wrote it down.
alter table tours add column shift_start timestamptz(3) not null
  generated always as (coalesce(started_at, scheduled_start_at, created_at)) stored;
drop index tours_by_time;
drop index tours_by_status;
create index tours_by_shift on tours (tenant_id, shift_start, id);
create index tours_by_status on tours (tenant_id, status, shift_start, id);
create index tours_by_branch_shift on tours (tenant_id, branch_id, shift_start, id);
