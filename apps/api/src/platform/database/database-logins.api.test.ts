import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloneDatabase } from "../../testing/test-database";
import { TEST_PEPPER } from "../../testing/test-logins";
import { withDatabaseLogin } from "./database-address";
import { deriveServingDatabaseUrls } from "./database-logins";
import { connectionPoolSizesFor } from "./pool-sizes";
import { connectToPrimary } from "./primary";
import { checkServingRoles, prepareServingDatabaseUrls } from "./serving-logins";

describe("database logins of the running product", () => {
  const suffix = randomBytes(4).toString("hex");
  const made: string[] = [];
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let owner: pg.Client;

  beforeAll(async () => {
    database = await cloneDatabase();
    owner = await connectToPrimary(database.url, {});
  });
  afterAll(async () => {
    for (const name of made) await owner.query("drop role NAME".replace("NAME", name));
    await owner.end();
    await database.drop();
  });

  const start = (given: { app?: string; system?: string; pepper?: string } = {}) =>
    prepareServingDatabaseUrls({
      ownerUrl: database.url,
      pepper: given.pepper ?? TEST_PEPPER,
      databaseAppUrl: given.app,
      databaseSystemUrl: given.system,
      pools: connectionPoolSizesFor(4),
      nodes: 1,
      onNotice: () => undefined,
    });

  async function aLogin(name: string, rights: string): Promise<string> {
    const login = { name: `test_${name}_${suffix}`, password: "word" };
    made.push(login.name);
    const statements = ["create role NAME login password 'word'", rights].join("; ");
    await owner.query(statements.replaceAll("NAME", login.name));
    return withDatabaseLogin(database.url, login);
  }

  it("database logins are made once and are the same for all nodes that start at the same moment", async () => {
    const pepper = `another pepper ${suffix} of more than thirty-two characters`;
    const url = deriveServingDatabaseUrls(database.url, pepper);
    const names = Object.values(url).map((each) => new URL(each).searchParams.get("user") as string);
    made.push(...names);
    const started = await Promise.all([1, 2, 3, 4, 5].map(() => start({ pepper })));
    expect(new Set(started.map(({ app, system }) => `${app} ${system}`))).toEqual(
      new Set([`${url.app} ${url.system}`]),
    );
    const { rows } = await owner.query<{ rolname: string }>(
      "select rolname, rolinherit, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = any($1) order by 1",
      [names],
    );
    const plain = { rolinherit: false, rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
    expect(rows).toEqual(names.sort().map((rolname) => ({ rolname, ...plain })));
  });

  it("the server accepts database logins that the operator has made", async () => {
    const app = await aLogin("desk", "grant leitstand_app to NAME");
    const system = await aLogin("relay", "grant leitstand_system to NAME");
    expect(await start({ app, system })).toEqual({ app, system });
  });

  it.each([
    ["bypassing", "alter role NAME bypassrls; grant leitstand_app to NAME", "may bypass row level security"],
    [
      "making",
      "alter role NAME createrole; grant leitstand_app to NAME",
      "may make roles and thereby become any other one",
    ],
    [
      "crossing",
      "grant leitstand_app, leitstand_system to NAME",
      "may act as leitstand_system, which sees all tenants",
    ],
    ["nobody", "", "may not act as leitstand_app"],
  ])("the server refuses to start when the database login for requests is %s", async (name, rights, fault) => {
    const app = await aLogin(name, rights);
    await expect(start({ app })).rejects.toMatchObject({
      sentences: [
        `The database login test_${name}_${suffix}, which works as leitstand_app, ${fault}.`,
        "It may be nothing else: name a login in DATABASE_APP_URL " +
          "(create role NAME login noinherit password '...'; grant leitstand_app to NAME).",
      ],
    });
  });

  it("the server refuses to start when the database login for requests owns the tables", async () => {
    await expect(start({ app: database.url })).rejects.toThrow(/owns the tables and may|is a superuser/);
  });

  it("the server refuses to start when PostgreSQL rejects its logins, in a sentence without the password", async () => {
    const wrong = new URL(await aLogin("kept_out", "grant leitstand_app to NAME"));
    wrong.searchParams.set("password", "wrong-word");
    wrong.searchParams.set("user", `nobody_${suffix}`);
    const refused = start({ app: wrong.href });
    await expect(refused).rejects.toThrow(
      /^The login that works as leitstand_app cannot sign in to the database .+: .+\.\nLet it in \(pg_hba\.conf, .+ DATABASE_APP_URL/,
    );
    await expect(refused).rejects.not.toThrow("wrong-word");
  });

  it("a database that was restored before its roles were made is not served, and the operator is told to restore again", async () => {
    await expect(checkServingRoles(database.url)).resolves.toBeUndefined();
    // Roles belong to the whole server, so those of the product are missing for no test.
    await expect(checkServingRoles(database.url, ["leitstand_app", `lost_${suffix}`])).rejects.toMatchObject({
      sentences: [
        `The role lost_${suffix} is missing: the database was restored without it, and lacks its policies and rights too.`,
        "Make the roles first, and restore the dump again into an empty database, see docs/operations.md.",
      ],
    });
  });

  it("the server refuses to start when it needs more connections than the database allows", async () => {
    const limited = await aLogin("limited", "alter role NAME connection limit 9; grant leitstand_app to NAME");
    await expect(start({ app: limited })).rejects.toMatchObject({
      sentences: [
        "The database has 9 connections to give (the connection limit of the login for requests), but 10 may be needed.",
        expect.stringMatching(/^Raise that, or lower POOL_WRITERS \(4\), POOL_READERS \(4\), POOL_LISTS \(2\), /),
      ],
    });
  });
});
