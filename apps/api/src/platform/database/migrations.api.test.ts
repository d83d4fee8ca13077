import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { withConnection } from "../../testing/postgres/with-connection";
import { applyMigrations } from "./migrations";

describe("database migrations", { timeout: 60_000 }, () => {
  let admin: pg.Client;
  let name: string;
  let url: string;
  let dir: string;

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: inject("adminUrl") });
    await admin.connect();
  });

  afterAll(() => admin.end());

  beforeEach(async () => {
    name = `leitstand_migrations_${randomBytes(6).toString("hex")}`;
    await admin.query(`create database ${admin.escapeIdentifier(name)}`);
    const of = new URL(inject("adminUrl"));
    of.pathname = name;
    url = of.href;
    dir = mkdtempSync(join(tmpdir(), "leitstand-migrations-"));
    file("0001_desks.sql", "create table desks (id int primary key);\ncreate index desks_id on desks (id);");
    file("0003_seats.sql", "alter table desks add column seats int not null default 1;");
  });

  afterEach(async () => {
    rmSync(dir, { recursive: true });
    await admin.query(`drop database ${admin.escapeIdentifier(name)} with (force)`);
  });

  const file = (of: string, text: string) => writeFileSync(join(dir, of), text);

  const query = (text: string) =>
    withConnection(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

  const history = async () =>
    (await query("select name from schema_migrations order by number")).map((row) => row["name"]);

  /** Waits until a migration waits for a lock that was taken by number. */
  const untilWaiting = () =>
    expect
      .poll(() =>
        query(`select from pg_locks where locktype = 'advisory' and not granted and database =
        (select oid from pg_database where datname = current_database())`),
      )
      .toHaveLength(1);

  it("each migration is applied once, in the order of the numbers", async () => {
    expect(await applyMigrations(url, dir)).toEqual(["0001_desks.sql", "0003_seats.sql"]);
    expect(await applyMigrations(url, dir)).toEqual([]);
    file("0010_areas.sql", "create table areas (id int)");
    expect(await applyMigrations(url, dir)).toEqual(["0010_areas.sql"]);
    expect(await history()).toEqual(["0001_desks.sql", "0003_seats.sql", "0010_areas.sql"]);
  });

  it("each migration is applied once when several nodes start at the same moment", async () => {
    const applied = await Promise.all([1, 2, 3, 4, 5].map(() => applyMigrations(url, dir)));
    expect(applied.flat().sort()).toEqual(["0001_desks.sql", "0003_seats.sql"]);
  });

  it("a migration that fails is rolled back, those before are kept, and the error names file and line", async () => {
    file("0004_broken.sql", "create table halves (id int);\nselect 1;\nselect nonsense;");
    await expect(applyMigrations(url, dir)).rejects.toMatchObject({
      sentences: ['The migration 0004_broken.sql failed: column "nonsense" does not exist (line 3)'],
    });
    expect(await history()).toEqual(["0001_desks.sql", "0003_seats.sql"]);
    expect(await query("select to_regclass('halves') as found")).toEqual([{ found: null }]);
    file("0004_broken.sql", "create table halves (id int);");
    expect(await applyMigrations(url, dir)).toEqual(["0004_broken.sql"]);
  });

  it("a migration that was changed after it had been applied is refused, and nothing is applied", async () => {
    await applyMigrations(url, dir);
    file("0001_desks.sql", "create table desks (id bigint primary key);");
    file("0005_areas.sql", "create table areas (id int)");
    await expect(applyMigrations(url, dir)).rejects.toThrow(
      "The migration 0001_desks.sql was changed after it had been applied",
    );
    expect(await query("select to_regclass('areas') as found")).toEqual([{ found: null }]);
  });

  it("a migration waits for a backup without stopping those who read, says what it waits for, and is applied afterwards", async () => {
    file("0004_areas.sql", "create table areas (id int);");
    await applyMigrations(url, dir);
    file("0005_titles.sql", "alter table areas add column title text;");
    const backup = new pg.Client({ connectionString: url, application_name: "pg_dump" });
    await backup.connect();
    await backup.query("begin");
    const { rows } = await backup.query<{ pid: number }>("select pg_backend_pid() as pid, count(*) from areas");
    const told: string[] = [];
    let read: Promise<unknown> | undefined;
    const onWait = (message: string) => {
      told.push(message);
      // Waits behind the migration, which waits for the backup.
      read = query("select id from areas").then(() => backup.end());
    };
    const waits = { onWait, lockTimeoutMs: 300, pausesMs: [1] };
    expect(await applyMigrations(url, dir, waits)).toEqual(["0005_titles.sql"]);
    await read;
    expect(told).toEqual([
      `The migration 0005_titles.sql waits for pg_dump (process ${rows[0]?.pid}); it goes on when that has ended.`,
    ]);
    expect(await history()).toContain("0005_titles.sql");
  });

  it("a stop that is asked for while a migration waits is obeyed, and the migration is not applied afterwards", async () => {
    file("0004_areas.sql", "create table areas (id int);");
    await applyMigrations(url, dir);
    file("0005_titles.sql", "alter table areas add column title text;");
    const stop = new AbortController();
    const stopped = await withConnection(url, async (backup) => {
      await backup.query("begin");
      await backup.query("select count(*) from areas");
      const waits = { onWait: () => stop.abort(), signal: stop.signal, lockTimeoutMs: 300, pausesMs: [1, 60_000] };
      return applyMigrations(url, dir, waits).catch((error: unknown) => error);
    });
    expect(stopped).toMatchObject({
      sentences: ["Stopped before the migration 0005_titles.sql."],
    });
    expect(await history()).not.toContain("0005_titles.sql");
  });

  it("a stop that is asked for while a migration runs keeps that one, and the next one is not applied", async () => {
    const stop = new AbortController();
    file("0004_long.sql", "select pg_advisory_xact_lock(4); create table long_ones (id int);");
    file("0005_next.sql", "create table next_ones (id int);");
    await withConnection(url, async (other) => {
      await other.query("select pg_advisory_lock(4)");
      const stopped = applyMigrations(url, dir, { signal: stop.signal, lockTimeoutMs: 60_000 }).catch((error) => error);
      await untilWaiting();
      stop.abort();
      await other.query("select pg_advisory_unlock(4)");
      expect(await stopped).toMatchObject({
        sentences: ["Stopped before the migration 0005_next.sql."],
      });
    });
    expect(await history()).toContain("0004_long.sql");
    expect(await history()).not.toContain("0005_next.sql");
  });

  it("a stop that is asked for while another node migrates does not wait for that node", async () => {
    const stop = new AbortController();
    await withConnection(url, async (other) => {
      await other.query("select pg_advisory_lock(7206583110)");
      const stopped = applyMigrations(url, dir, { signal: stop.signal }).catch((error) => error);
      await untilWaiting();
      stop.abort();
      expect(await stopped).toMatchObject({ sentences: [expect.stringMatching(/^Stopped before the /)] });
    });
    expect(await query("select to_regclass('schema_migrations') as found")).toEqual([{ found: null }]);
  });

  it("a user who may not grant a role is told what a superuser has to run", async () => {
    const user = `${name}_owner`;
    const own = new URL(url);
    [own.username, own.password] = [user, "word"];
    const asAdmin = (statements: string) => query(statements.replaceAll("DATABASE", name).replaceAll("OWNER", user));
    await asAdmin("create role OWNER login password 'word'");
    await asAdmin("grant OWNER to current_user");
    await asAdmin("alter database DATABASE owner to OWNER");
    try {
      file("0004_roles.sql", "grant leitstand_app to current_user;");
      await expect(applyMigrations(own.href, dir)).rejects.toMatchObject({
        sentences: [
          expect.stringMatching(/^The migration 0004_roles\.sql failed: .*leitstand_app/),
          `A superuser has to run before: grant leitstand_app, leitstand_system to "${user}" with admin option`,
        ],
      });
      await asAdmin("grant leitstand_app, leitstand_system to OWNER with admin option");
      expect(await applyMigrations(own.href, dir)).toEqual(["0004_roles.sql"]);
    } finally {
      for (const statement of ["reassign owned by OWNER to current_user", "drop owned by OWNER", "drop role OWNER"])
        await asAdmin(statement);
    }
  });

  it("an applied migration whose line ends have changed is accepted", async () => {
    await applyMigrations(url, dir);
    file("0001_desks.sql", "create table desks (id int primary key);\r\ncreate index desks_id on desks (id);");
    expect(await applyMigrations(url, dir)).toEqual([]);
  });

  it("the server refuses to start when an applied migration is missing or a new one has too low a number", async () => {
    await applyMigrations(url, dir);
    file("0002_late.sql", "select 1");
    await expect(applyMigrations(url, dir)).rejects.toThrow(
      "The migration 0002_late.sql comes after 0003_seats.sql was applied",
    );
    rmSync(join(dir, "0002_late.sql"));
    rmSync(join(dir, "0001_desks.sql"));
    await expect(applyMigrations(url, dir)).rejects.toThrow(
      "The migration 0001_desks.sql is applied, but its file is gone",
    );
  });

  it("a node of the last release can start on a database with newer migrations", async () => {
    file("0004_next.sql", "alter table desks add column title text");
    await applyMigrations(url, dir);
    rmSync(join(dir, "0004_next.sql"));
    expect(await applyMigrations(url, dir)).toEqual([]);
  });

  it.each([
    ["desks.sql", "The migration desks.sql must be named like 0012_areas.sql"],
    ["0003_again.sql", "The migration 0003_seats.sql has the number of another one"],
  ])("the migration file name %s is refused", async (of, message) => {
    file(of, "select 1");
    await expect(applyMigrations(url, dir)).rejects.toThrow(message);
  });
});
