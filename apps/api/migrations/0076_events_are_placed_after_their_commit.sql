-- The order of the event log is given after the commit: a look takes what is visible now and was not when the last one was
-- taken, and gives it the next positions. So no event waits for a transaction that is still open, wherever in the cluster.
-- No reference to tenants or events: a look must not wait for anybody who holds one of their rows.
create table event_positions (
  tenant_id uuid not null, position bigint not null unique, xid xid8 not null, id bigint not null,
  looked_at timestamptz(3) not null default now(), primary key (tenant_id, position));
create index event_positions_by_time on event_positions using brin (looked_at);
select isolate_tenants('event_positions');

-- What the looks have seen, the newest last. Rows are added and never changed: a row that is changed fifty times a second would
-- leave a version for each, which nothing may remove while some transaction is open.
create table event_looks (
  look bigint generated always as identity primary key,
  seen pg_snapshot not null, last_position bigint not null,
  -- Whose positions these are, as cursors have it; another one where they were started over.
  history text not null,
  -- Where that was: numbers of transactions mean nothing on another server, or in a table that was restored from a dump.
  timeline text not null, stored_in oid not null,
  looked_at timestamptz(3) not null default now());
grant select, insert, delete on event_looks to leitstand_system;

-- Before the first look places of the release before are still given out: they name the server's timeline.
create function event_log_history() returns text language sql stable security definer set search_path = public as $$
  select coalesce((select history from event_looks order by look desc limit 1), event_log_timeline())
$$;

-- `xid` and `id` stay for the places that the release before has given out, and for its nodes while they still run.
alter table event_horizons add column position bigint not null default 0;
alter table webhook_cursors add column position bigint not null default 0;
alter table webhooks add column recovered_position bigint not null default 0;

-- Samples as small as those of the other logs, see 0034.
do $$
declare field text;
begin
  for field in select attname from pg_attribute
    where attrelid = 'event_positions'::regclass and attnum > 0 and not attisdropped
  loop
    execute format('alter table event_positions alter column %I set statistics 20', field);
  end loop;
end $$;
