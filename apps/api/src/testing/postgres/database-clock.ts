import { machineTimeMs } from "../test-clock";
import { withConnection } from "./with-connection";

/** Functions that statements, triggers and column defaults find before the built-in ones of the same name. */
const clockFunctionsSql = (seconds: number) =>
  ["now", "transaction_timestamp", "statement_timestamp", "clock_timestamp"]
    .map(
      (name) => `
  create or replace function test_clock.${name}() returns timestamptz parallel safe
    language sql ${name === "clock_timestamp" ? "volatile" : "stable"}
    as $$ select pg_catalog.${name}() + interval '${seconds.toFixed(6)} seconds' $$;`,
    )
    .join("");

/**
 * SQL that adds a movable clock to a template, so that tests can set the time of its clones. Until then clones show the
 * server's time.
 */
export const DATABASE_CLOCK_SQL = `
  create schema test_clock;
  grant usage on schema test_clock to public;
  ${clockFunctionsSql(0)}
  do $do$
  declare
    value record;
  begin
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

/** Search path of the database: `public` stays first, so that new names are made there, as everywhere else. */
export const searchPathSql = (database: string) =>
  `alter database ${database} set search_path = public, test_clock, pg_catalog`;

/**
 * Sets a clone's clock so far ahead of the clock of this machine. The server's own may differ by a little or by years.
 */
export async function setDatabaseClock(url: string, aheadMs: number) {
  await withConnection(url, async (owner) => {
    const askedAt = machineTimeMs();
    const { rows } = await owner.query<{ ms: number }>(
      "select extract(epoch from pg_catalog.clock_timestamp())::float8 * 1000 as ms",
    );
    const { ms = askedAt } = rows[0] ?? {};
    const isSameClock = ms >= askedAt && ms < machineTimeMs() + 1;
    const seconds = (aheadMs + (isSameClock ? 0 : askedAt - ms)) / 1000;
    await owner.query(clockFunctionsSql(seconds));
  });
}
