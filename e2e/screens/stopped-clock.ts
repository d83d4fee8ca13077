import pg from "pg";
import type { Clock } from "../../apps/api/src/platform/clock";

/** Clock that stands still until the test moves it: for the server, and for times that the database itself writes. */
export class StoppedClock implements Clock {
  #now: Date;
  #database: pg.Client | undefined;

  constructor(now: string) {
    this.#now = new Date(now);
  }

  now(): Date {
    return this.#now;
  }

  /** Makes statements and column defaults of this database use this clock instead of the machine's. */
  async rule(databaseUrl: string) {
    this.#database = new pg.Client({ connectionString: databaseUrl });
    await this.#database.connect();
    await this.#database.query(STOPPED_NOW_SQL);
    await this.moveTo(this.#now.toISOString());
  }

  async moveTo(now: string) {
    this.#now = new Date(now);
    await this.#database?.query("update still.moment set now = $1", [this.#now]);
  }

  /** Moves the clock by a second, so that later events have a later time. */
  tick = () => this.moveTo(new Date(this.#now.getTime() + 1_000).toISOString());

  async release() {
    await this.#database?.end();
  }
}

/**
 * SQL that replaces `now()`: a schema in the search path comes before the built-in functions only when these are named
 * after it.
 */
const STOPPED_NOW_SQL = `
  create schema still;
  create table still.moment (now timestamptz not null);
  insert into still.moment values (now());
  create function still.now() returns timestamptz language sql stable as 'select now from still.moment';
  create function still.clock_timestamp() returns timestamptz language sql stable as 'select now from still.moment';
  grant usage on schema still to public;
  grant select on still.moment to public;
  do $$
  declare
    value record;
  begin
    execute format('alter database %I set search_path = still, public, pg_catalog', current_database());
    for value in
      select adrelid::regclass as owner, attname as name from pg_attrdef
      join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) = 'now()'
    loop
      execute format('alter table %s alter column %I set default still.now()', value.owner, value.name);
    end loop;
  end $$;`;
