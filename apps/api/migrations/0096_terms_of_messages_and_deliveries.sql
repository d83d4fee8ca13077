-- Critical messages, waiting deliveries and runs of sync are deleted after a term: by these indexes those past it are found.
create index critical_messages_ended on critical_messages (
  (case when acknowledged_at is not null then acknowledged_at when device_id is not null or user_id is not null then created_at end));
create index webhook_deliveries_waiting on webhook_deliveries (due_at) where due_at is not null;
create index sync_runs_ended on sync_runs (ended_at) where ended_at is not null;
