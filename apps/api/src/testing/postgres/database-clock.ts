import pg from "pg";
import { machineMs } from "../test-clock";

/**
 * What a template gets so that its clones can be told the time: functions that statements, triggers and column defaults find
 * before the built-in ones of the same name. They show the time of the server until a clone is moved.
 */
export const DATABASE_CLOCK = `
  create schema test_clock;
  grant usage on schema test_clock to public;
  create function test_clock.ahead() returns interval language sql immutable parallel safe as $$ select interval '0' $$;
  do $do$
  declare
    name text;
    value record;
  begin
    foreach name in array array['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'] loop
      execute format('create function test_clock.%1$I() returns timestamptz language sql %2$s parallel safe as '
        || '$$ select pg_catalog.%1$I() + test_clock.ahead() $$', name, case name when 'clock_timestamp' then 'volatile' else 'stable' end);
    end loop;
    for value in
      select adrelid::regclass as owner, attname, pg_get_expr(adbin, adrelid) as expression from pg_attrdef
      join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) ~ '\\m(now|(transaction|statement|clock)_timestamp)\\(\\)'
    loop
      execute format('alter table %s alter column %I set default %s', value.owner, value.attname,
        regexp_replace(value.expression, '\\m(now|(transaction|statement|clock)_timestamp)\\(\\)', 'test_clock.\\1()', 'g'));
    end loop;
    for value in
      select oid::regprocedure as name from pg_proc
      where pronamespace = 'public'::regnamespace and (prosrc ~* '\\m(current_(date|time)|localtime)'
        or proconfig::text ~ 'search_path' and prosrc ~* '\\m(now|\\w+_timestamp)\\M')
    loop
      raise exception '% reads the time where a test cannot move it: write now(), and set no search_path', value.name;
    end loop;
  end $do$`;

/** Names that are looked for in `public` first are made there, as everywhere else. */
export const finding = (database: string) =>
  `alter database ${database} set search_path = public, test_clock, pg_catalog`;

/**
 * Brings a clone to the time of `clock`, which is `aheadMs` ahead of the clock of this machine. The server may have another
 * one, by a little or by years.
 */
export async function setDatabaseClock(url: string, aheadMs: number) {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const askedAt = machineMs();
    const { rows } = await owner.query<{ ms: number }>(
      "select extract(epoch from pg_catalog.clock_timestamp())::float8 * 1000 as ms",
    );
    const { ms = askedAt } = rows[0] ?? {};
    const isSameClock = ms >= askedAt && ms < machineMs() + 1;
    const seconds = (aheadMs + (isSameClock ? 0 : askedAt - ms)) / 1000;
    await owner.query(`
      create or replace function test_clock.ahead() returns interval language sql immutable parallel safe
      as $$ select interval '${seconds.toFixed(6)} seconds' $$`);
  } finally {
    await owner.end();
  }
}
