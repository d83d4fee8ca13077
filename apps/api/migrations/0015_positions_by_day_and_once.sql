-- A vehicle is in one place at one moment: a fix that is sent again is not stored again.
create unique index positions_once on positions (tenant_id, vehicle_id, fixed_at);

-- Days are made ahead by whoever takes positions in. The application owns no table, so these two run as the owner.
-- What came before its day existed lies in the default partition and moves over; the lock keeps more from coming meanwhile.
create function create_position_days(first_day date, last_day date) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  day date;
  name text;
begin
  for day in select generate_series(first_day, last_day, interval '1 day')::date loop
    name := 'positions_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(name) is not null;
    -- Several nodes make the same day.
    perform pg_advisory_xact_lock(7206583112);
    continue when to_regclass(name) is not null;
    lock table positions_default in access exclusive mode;
    execute format('create table %I (like positions including defaults)', name);
    execute format('with early as (delete from positions_default where fixed_at >= %L and fixed_at < %L returning *) insert into %I select * from early',
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC', name);
    execute format('alter table positions attach partition %I for values from (%L) to (%L)',
      name, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end loop;
end $$;

-- Drops whole days that ended before the cutoff; answers how many. Waiting inserts are not held up for longer than the lock.
create function drop_position_days(cutoff timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  name text;
  dropped int := 0;
begin
  perform pg_advisory_xact_lock(7206583112);
  for name in
    select child.relname from pg_inherits link join pg_class child on child.oid = link.inhrelid
    where link.inhparent = 'positions'::regclass and child.relname ~ '^positions_[0-9]{8}$'
      and (to_date(right(child.relname, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'UTC' <= cutoff
    order by child.relname
  loop
    execute format('drop table %I', name);
    dropped := dropped + 1;
  end loop;
  delete from positions_default where fixed_at < cutoff;
  return dropped;
end $$;

revoke execute on function create_position_days(date, date), drop_position_days(timestamptz) from public;
grant execute on function create_position_days(date, date), drop_position_days(timestamptz) to leitstand_system;
