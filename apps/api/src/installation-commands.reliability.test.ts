import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@leitstand/client/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "#platform/database/database";
import { freePort } from "#platform/process/ports";
import { Sql, sql } from "#platform/database/sql";
import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import { demonstrationToken, giveTokens } from "#demonstration/demonstration-tokens.service";
import { foundPlatform } from "#demonstration/demonstration.service";
import { buildApi, commands } from "../../../tools/build.mjs";
import { insertTenant } from "./testing/fixtures";
import { foundCompanies } from "./testing/found-companies";
import { insertPerson } from "./testing/sign-in-fixtures";
import { connectTo } from "./testing/start-node";
import { cloneDatabase } from "./testing/test-database";

const server = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const CHIEF = "chief@desk.example";
const aPassword = "sieben Störche über Linz";

/** In this order: each step begins where the one before has ended. */
describe("from a demonstration to an installation for others", { timeout: 120_000 }, () => {
  let db: Database;
  let databaseUrl: string;
  let drop: () => Promise<void>;
  let port: number;
  let demonstration: string[];
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-commands-"));
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    await buildApi();
    const database = await cloneDatabase();
    [databaseUrl, drop] = [database.url, database.drop];
    db = connectTo(databaseUrl, 4);
    await foundCompanies(db);
    await foundPlatform(db);
    await giveTokens(db, "a secret");
    demonstration = (await db.system.many<{ id: string }>(sql`select id from tenants`)).map(({ id }) => id);
    port = await freePort();
  });
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await db.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (program: string, words: readonly string[] = [], env: Record<string, string> = {}) => {
    const given = {
      PORT: String(port),
      METRICS_PORT: "off",
      DOCS_PORT: "off",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    };
    const PEPPER = "a pepper of more than thirty-two characters";
    const child = spawn(process.execPath, [program, ...words], {
      env: { PATH: process.env["PATH"], ...given, PEPPER, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += String(piece)));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, ended, output: () => output };
  };
  const command = async (...words: string[]) => {
    const { ended, output } = start(commands, words);
    return { code: await ended, output: output() };
  };
  const serve = async (env: Record<string, string> = {}) => {
    const run = start(server, [], env);
    await vi.waitFor(
      async () => {
        if (!(await fetch(`http://localhost:${port}/readyz`)).ok) throw new Error(`Not ready. ${run.output()}`);
      },
      { timeout: 60_000, interval: 100 },
    );
    return async () => (run.child.kill("SIGTERM"), await run.ended);
  };
  const client = (options: { tenantKey?: string; token?: () => string } = {}) =>
    createClient({ baseUrl: `http://localhost:${port}`, attempts: 1, ...options });
  const countTenants = async () =>
    (await db.system.one<{ count: number }>(sql`select count(*)::int as count from tenants`)).count;

  /** Of people who try the product, also where no reference to the tenant would keep it from being deleted alone. */
  const leaveTraces = async () => {
    const { tenant_key: tenantKey } = await client().getTenantKey({ short_code: "bestattung" });
    await client({ tenantKey }).authDevice({ phone_number: "+436645551001" });
    const { token } = await client({ tenantKey }).authUser({
      email: "dispo1@bestattung.example",
      password: DEMONSTRATION_PASSWORD,
    });
    await client({ token: () => token }).getUserInfo();
    const [tenant] = await db.system.many<{ id: string }>(sql`select id from tenants where short_code = 'bestattung'`);
    await db.system.run(sql`
      insert into idempotency_records (tenant_id, subject, operation, key, fingerprint, status)
      values (${tenant?.id}, gen_random_uuid(), 'createCase', 'key', '\\x00', 201)`);
  };

  it.each<Record<string, string>>([
    { DEMONSTRATION: "off" },
    { PUBLIC_URL: "https://desk.example.com", TRUST_PROXY: "1" },
  ])("does not start for others on known passwords: %o", async (env) => {
    const { ended, output } = start(server, [], env);
    expect(await ended).toBe(1);
    expect(output()).toContain("holds the demonstration, whose passwords everybody knows");
    expect(output()).toContain("npm run leitstand -- demonstration end");
  });

  it("removes nothing while a server is at work", async () => {
    const stop = await serve({ DEMONSTRATION: "on" });
    await leaveTraces();
    expect(await command("demonstration", "end", CHIEF, "--yes")).toEqual({
      code: 1,
      output: "A server is at work on this database; stop it first.\n",
    });
    await stop();
  });

  it("says what it removes, and removes nothing before somebody agrees", async () => {
    const { code, output } = await command("demonstration", "end", CHIEF);
    expect(code).toBe(1);
    expect(output).toMatch(
      /This removes the demonstration for good: .*\(bestattung\), .*\(pannenhilfe\), Plattform \(plattform\)/,
    );
    expect(output).toMatch(/with \d+ people, 48 vehicles, /);
    expect(output).toContain("Nothing was removed. Add --yes");
    expect(await countTenants()).toBe(3);
  });

  it("appoints nobody beside the demonstration's administrator", async () => {
    const { code, output } = await command("administrator", "appoint", CHIEF);
    expect([code, output]).toEqual([1, expect.stringContaining(`npm run leitstand -- demonstration end ${CHIEF}`)]);
  });

  it("leaves nothing of it, all of what others have made, and a way in for the first administrator", async () => {
    const ours = await insertTenant(db, "FUNERAL");
    const own = await insertPerson(db, ours, { email: "own@desk.example" });
    const { code, output } = await command("demonstration", "end", CHIEF, "--yes");
    expect([code, output]).toEqual([0, expect.stringContaining("The demonstration is gone.")]);

    const tables = await db.system.many<{ name: string }>(sql`
      select relation.oid::regclass::text as name from pg_class relation join pg_attribute field on field.attrelid = relation.oid
      where field.attname = 'tenant_id' and relation.relkind in ('r', 'p') and not relation.relispartition and relation.relnamespace = 'public'::regnamespace`);
    for (const { name } of tables) {
      const left = sql`select count(*)::int as count from ${new Sql([name], [])} where tenant_id = any(${demonstration}::uuid[])`;
      expect([name, await db.system.one(left)]).toEqual([name, { count: 0 }]);
    }
    expect(await db.system.many(sql`select id from users where id = ${own}`)).toHaveLength(1);

    const stop = await serve({ DEMONSTRATION: "off" });
    const [, short_code = "", token = ""] = /#tenant=(\w+)&token=([\w-]+)/.exec(output) ?? [];
    const { tenant_key: tenantKey } = await client().getTenantKey({ short_code });
    await client({ tenantKey }).setPassword({ token, password: aPassword });
    const session = await client({ tenantKey }).authUser({ email: CHIEF, password: aPassword });
    const administrator = { email: "first@company.example", firstname: "Anna", lastname: "Gruber" };
    const company = await client({ token: () => session.token }).createTenant({
      name: "Company",
      short_code: "company",
      type: "FUNERAL",
      administrator,
    });
    expect(company.short_code).toBe("company");

    for (const known of ["demo-bestattung", "demo-pannenhilfe", "demo-plattform", tenantKey])
      for (const email of ["admin@bestattung.example", "admin@plattform.example"])
        await expect(
          client({ tenantKey: known }).authUser({ email, password: DEMONSTRATION_PASSWORD }),
        ).rejects.toMatchObject({
          status: 401,
        });
    const program = client({ token: () => demonstrationToken("a secret", "bestattung") });
    await expect(program.getBranches()).rejects.toMatchObject({ status: 401 });
    await stop();
  });

  it("gives whoever no mail reaches a link to set the password", async () => {
    const { code, output } = await command("password", "link", "company", "first@company.example");
    expect([code, output]).toEqual([0, expect.stringMatching(/set-password#tenant=company&token=[\w-]{43}\n$/)]);
    expect(await command("password", "link", "company", "nobody@company.example")).toEqual({
      code: 1,
      output: "The tenant company has nobody with the address nobody@company.example.\n",
    });
  });

  it("gives the administrator of the platform a new link, and the platform no second tenant", async () => {
    const before = await countTenants();
    expect((await command("administrator", "appoint", CHIEF)).code).toBe(0);
    expect((await command("administrator", "appoint", "second@desk.example")).code).toBe(0);
    expect(await countTenants()).toBe(before);
    const people = sql`select email from users where lastname = 'Administrator' order by email`;
    expect(await db.system.many(people)).toEqual([{ email: CHIEF }, { email: "second@desk.example" }]);
  });

  it("is not filled with a demonstration again, even where one was asked for", async () => {
    const stop = await serve({ DEMONSTRATION: "on" });
    await stop();
    expect(await db.system.many(sql`select id from tenants where tenant_key like 'demo-%'`)).toEqual([]);
  });
});
