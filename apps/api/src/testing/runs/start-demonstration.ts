/** A demonstration, and the commands and the server by which it becomes an installation for others. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@leitstand/client/client";
import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import { afterAll, beforeAll, expect, vi } from "vitest";
import type { Database } from "#platform/database/database";
import { Sql, sql } from "#platform/database/sql";
import { deriveDemoServiceToken, assignDemoServiceTokens } from "#demonstration/demonstration-tokens.service";
import { createPlatformTenant } from "#demonstration/demonstration.service";
import { buildProduct } from "../../../../../tools/build.mjs";
import { insertTenant } from "../fixtures";
import { createDemonstrationCompanies } from "../demonstration-companies";
import { insertPerson } from "../sign-in-fixtures";
import { connectTestDatabase } from "../start-node";
import { testClock } from "../test-clock";
import { cloneDatabase } from "../test-database";
import { demonstrationPasswordAndPin, demonstrationSignInVariables } from "./test-sign-ins";

const repositoryRoot = fileURLToPath(new URL("../../../../..", import.meta.url));
/** Scripts that `npm start` and `npm run leitstand` run. */
const serverScript = join(repositoryRoot, "tools/start.mjs");
const commandsScript = join(repositoryRoot, "tools/leitstand.mjs");
export const FOUNDED_COMPANY_ADMIN_EMAIL = "chief@desk.example";
const pepper = "a pepper of more than thirty-two characters";
const newPassword = "sieben Störche über Linz";
/** Secret from which tokens of the demonstration are made. */
const DEMONSTRATION_SECRET = "a secret";

interface DemonstrationInstallation {
  readonly db: Database;
  readonly databaseUrl: string;
  /** Ids of the demonstration's tenants. */
  readonly tenantIds: readonly string[];
}
interface RunningServer {
  readonly url: string;
  stop(): Promise<number | null>;
}

/** Starts a demonstration in a database of its own, which is dropped with the file. */
export function startDemonstration() {
  testClock.followMachine(); // Commands and server are processes of their own.
  const installation = {} as { -readonly [K in keyof DemonstrationInstallation]: DemonstrationInstallation[K] };
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-commands-"));
  const running: ChildProcess[] = [];
  let drop: () => Promise<void>;

  beforeAll(buildProduct, 240_000); // A run prints what it builds.
  beforeAll(async () => {
    const database = await cloneDatabase();
    drop = database.drop;
    const db = connectTestDatabase(database.url, 4);
    await createDemonstrationCompanies(db);
    await createPlatformTenant(db, demonstrationPasswordAndPin);
    await assignDemoServiceTokens(db, DEMONSTRATION_SECRET);
    const tenants = await db.system.many<{ id: string }>(sql`select id from tenants`);
    Object.assign(installation, { db, databaseUrl: database.url, tenantIds: tenants.map(({ id }) => id) });
  });
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await installation.db.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (words: readonly string[], env: Record<string, string> = {}) => {
    const given = { PORT: "0", METRICS_PORT: "off", DOCS_PORT: "off", DATA_DIR: dataDir, PEPPER: pepper };
    const { databaseUrl: DATABASE_URL } = installation;
    const child = spawn(process.execPath, words, {
      cwd: repositoryRoot,
      env: {
        PATH: process.env["PATH"],
        LOG_LEVEL: "info",
        ...given,
        DATABASE_URL,
        ...demonstrationSignInVariables,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += String(piece)));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, ended, output: () => output };
  };
  const startServer = (env: Record<string, string> = {}) => start([serverScript], env);
  const command = async (...words: string[]) => {
    const { ended, output } = start([commandsScript, ...words]);
    return { code: await ended, output: output() };
  };
  const serve = async (env: Record<string, string> = {}): Promise<RunningServer> => {
    const { child, ended, output } = startServer(env);
    const url = await vi.waitFor(() => waitUntilReady(output()), { timeout: 90_000, interval: 100 });
    return { url, stop: async () => (child.kill("SIGTERM"), await ended) };
  };
  return { installation, startServer, command, serve };
}

async function waitUntilReady(output: string): Promise<string> {
  const [, url = ""] = /Server listening at (http:[^"\s]+)/.exec(output) ?? [];
  if (url === "" || !(await fetch(`${url}/readyz`)).ok) throw new Error(`Not ready. ${output}`);
  return url;
}

const createClientFor = (baseUrl: string, options: { tenantKey?: string; token?: () => string } = {}) =>
  createClient({ baseUrl, attempts: 1, ...options });

/**
 * Leaves rows as users who try the product do, also where no reference to the tenant would keep it from being deleted
 * alone.
 */
export async function insertRowsOfTrialUsers(db: Database, url: string) {
  const { tenant_key: tenantKey } = await createClientFor(url).getTenantKey({ short_code: "bestattung" });
  await createClientFor(url, { tenantKey }).authDevice({ phone_number: "+436645551001" });
  const { token } = await createClientFor(url, { tenantKey }).authUser({
    email: "dispo1@bestattung.example",
    password: DEMONSTRATION_PASSWORD,
  });
  await createClientFor(url, { token: () => token }).getUserInfo();
  const [tenant] = await db.system.many<{ id: string }>(sql`select id from tenants where short_code = 'bestattung'`);
  await db.system.run(sql`
    insert into idempotency_records (tenant_id, subject, operation, key, fingerprint, status)
    values (${tenant?.id}, gen_random_uuid(), 'createCase', 'key', '\\x00', 201)`);
}

/** Expects that no row of the demonstration is left in any table. */
async function expectNoTracesLeft({ db, tenantIds }: DemonstrationInstallation) {
  const tables = await db.system.many<{ name: string }>(sql`
    select relation.oid::regclass::text as name from pg_class relation join pg_attribute field on field.attrelid = relation.oid
    where field.attname = 'tenant_id' and relation.relkind in ('r', 'p') and not relation.relispartition and relation.relnamespace = 'public'::regnamespace`);
  for (const { name } of tables) {
    const left = sql`select count(*)::int as count from ${new Sql([name], [])} where tenant_id = any(${tenantIds}::uuid[])`;
    expect([name, await db.system.one(left)]).toEqual([name, { count: 0 }]);
  }
}

/** Ends the demonstration; other tenants stay, and its administrator founds a company. */
export async function endDemonstrationAndFoundCompany({
  installation,
  command,
  serve,
}: ReturnType<typeof startDemonstration>) {
  const ours = await insertTenant(installation.db, "FUNERAL");
  const own = await insertPerson(installation.db, ours, { email: "own@desk.example" });
  const { code, output } = await command("demonstration", "end", FOUNDED_COMPANY_ADMIN_EMAIL, "--yes");
  expect([code, output]).toEqual([0, expect.stringContaining("The demonstration is gone.")]);

  await expectNoTracesLeft(installation);
  expect(await installation.db.system.many(sql`select id from users where id = ${own}`)).toHaveLength(1);

  const { url, stop } = await serve({ DEMONSTRATION: "off" });
  const [, short_code = "", token = ""] = /#tenant=(\w+)&token=([\w-]+)/.exec(output) ?? [];
  const { tenant_key: tenantKey } = await createClientFor(url).getTenantKey({ short_code });
  await createClientFor(url, { tenantKey }).setPassword({ token, password: newPassword });
  const session = await createClientFor(url, { tenantKey }).authUser({
    email: FOUNDED_COMPANY_ADMIN_EMAIL,
    password: newPassword,
  });
  const administrator = { email: "first@company.example", firstname: "Anna", lastname: "Gruber" };
  const company = await createClientFor(url, { token: () => session.token }).createTenant({
    name: "Company",
    short_code: "company",
    type: "FUNERAL",
    administrator,
  });
  expect(company.short_code).toBe("company");

  for (const known of ["demo-bestattung", "demo-pannenhilfe", "demo-plattform", tenantKey])
    for (const email of ["admin@bestattung.example", "admin@plattform.example"])
      await expect(
        createClientFor(url, { tenantKey: known }).authUser({ email, password: DEMONSTRATION_PASSWORD }),
      ).rejects.toMatchObject({
        status: 401,
      });
  const program = createClientFor(url, { token: () => deriveDemoServiceToken(DEMONSTRATION_SECRET, "bestattung") });
  await expect(program.getBranches()).rejects.toMatchObject({ status: 401 });
  await stop();
}
