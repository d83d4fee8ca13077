-- Which server's history the numbers of transactions belong to: PostgreSQL's timeline, which every promotion of a standby
-- raises, and which cluster it is. Numbers of another history say nothing about this one. Servers that keep both to
-- themselves (some hosted ones, whose standbys never lag because they share their storage) answer '0'.
create function event_log_timeline() returns text language plpgsql stable as $$
begin
  return lower(ltrim(left(pg_walfile_name(pg_current_wal_lsn()), 8), '0'))
    || (select lpad(to_hex(system_identifier & 4294967295), 8, '0') from pg_control_system());
exception when insufficient_privilege or feature_not_supported then
  return '0';
end $$;
