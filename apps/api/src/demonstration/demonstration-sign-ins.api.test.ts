import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@leitstand/client/client";
import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import { signInNamesOfCompany } from "@leitstand/scenario/staff";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPinFault, hashPin, isPinOfPerson } from "#modules/auth/index";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { type App, createApp } from "../app";
import { createDemonstrationCompanies } from "../testing/demonstration-companies";
import { demonstrationPasswordAndPin } from "../testing/runs/test-sign-ins";
import { insertTenant } from "../testing/fixtures";
import { connectTestDatabase, testNodeOptions } from "../testing/start-node";
import { testClock } from "../testing/test-clock";
import { cloneDatabase } from "../testing/test-database";
import { describeSignIns, createPlatformTenant, seedDemonstration } from "./demonstration.service";
import { assignDemoSignIns, readDemoSignIns } from "./demonstration-sign-ins.service";

const noConfiguredSecrets = { demonstrationPassword: undefined, demonstrationPin: undefined };

describe("sign-ins of a demonstration's people", () => {
  const folders: string[] = [];
  const aDataDir = () => {
    const dataDir = mkdtempSync(join(tmpdir(), "leitstand-sign-ins-"));
    folders.push(dataDir);
    return dataDir;
  };
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it("each installation has its own demonstration password, readable only by its owner and the same at the next start", () => {
    const [dataDir, other] = [aDataDir(), aDataDir()];
    const made = readDemoSignIns({ dataDir, ...noConfiguredSecrets });
    expect(made.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(made.pin).toMatch(/^\d{6}$/);
    expect(findPinFault(made.pin)).toBeUndefined();
    expect(readDemoSignIns({ dataDir, ...noConfiguredSecrets })).toEqual(made);
    expect(readDemoSignIns({ dataDir: other, ...noConfiguredSecrets }).password).not.toBe(made.password);
    const files = { "demonstration-password": made.password, "demonstration-pin": made.pin };
    for (const [file, text] of Object.entries(files)) {
      expect(readFileSync(join(dataDir, file), "utf8").trim()).toBe(text);
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    }
  });

  it("a demonstration takes the password that the operator has set and prints it at the start", () => {
    const set = { demonstrationPassword: "drei Dohlen über Lienz", demonstrationPin: "306841" };
    const signIns = readDemoSignIns({ dataDir: aDataDir(), ...set });
    expect(signIns).toEqual({ password: "drei Dohlen über Lienz", pin: "306841" });
    const printed = describeSignIns({ ...signIns, secret: "a secret" }).join("\n");
    expect(printed).toContain("Password of all users: drei Dohlen über Lienz");
    expect(printed.match(/PIN 306841/g)).toHaveLength(SCENARIO_COMPANIES.length);
  });
});

describe("an installation that serves for real", () => {
  it("an installation that has companies of its own keeps no password and no PIN of a demonstration", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "leitstand-sign-ins-"));
    const database = await cloneDatabase();
    const db = connectTestDatabase(database.url, 2);
    await insertTenant(db, "FUNERAL");
    const { pepper } = testNodeOptions(db);
    const readSignIns = () => readDemoSignIns({ dataDir, ...noConfiguredSecrets });
    const parts = { db, loading: db, clock: testClock, pepper, readSignIns, onProgress: () => undefined };
    expect(await seedDemonstration(parts)).toBe(false);
    expect(readdirSync(dataDir)).toEqual([]);
    await db.close();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });
});

describe("a demonstration that was created with the public password of older releases", () => {
  const pepper = () => testNodeOptions(db).pepper;
  const [company] = SCENARIO_COMPANIES as [(typeof SCENARIO_COMPANIES)[number]];
  const accounts = signInNamesOfCompany(company);
  const [first, second] = accounts.dispatchers as [string, string];
  let db: Database;
  let app: App;
  let url: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await cloneDatabase();
    drop = database.drop;
    db = connectTestDatabase(database.url, 4);
    await createDemonstrationCompanies(db, [company]);
    await createPlatformTenant(db, demonstrationPasswordAndPin);
    app = await createApp(testNodeOptions(db));
    url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(async () => {
    await app.stop();
    await db.close();
    await drop();
  });

  const signIn = async (email: string, password: string, short_code = company.short_code) => {
    const { tenant_key: tenantKey } = await createClient({ baseUrl: url }).getTenantKey({ short_code });
    const { token } = await createClient({ baseUrl: url, tenantKey }).authUser({ email, password });
    return createClient({ baseUrl: url, token: () => token });
  };
  const pinsOfDrivers = () =>
    db.system.many<{ user_id: string; pin_hash: string }>(sql`
      select id as user_id, pin_hash from users where email = any(${accounts.drivers.map(({ email }) => email)}::text[]) order by email`);
  const signIns = { password: "drei Dohlen über Lienz", pin: "306841" };

  it("the start replaces the public password of a demonstration by the installation's own, and ends sessions opened with it", async () => {
    await signIn(first, demonstrationPasswordAndPin.password);
    await assignDemoSignIns(db, { signIns, pepper: pepper() });
    await expect(signIn(first, demonstrationPasswordAndPin.password)).rejects.toMatchObject({
      code: "AUTH_CREDENTIALS_INVALID",
    });
    for (const email of [first, second, accounts.administrator, accounts.reader, accounts.drivers[0]?.email as string])
      await signIn(email, signIns.password);
    await signIn("admin@plattform.example", signIns.password, "plattform");
    const { sessions } = await db.system.one<{ sessions: number }>(sql`
      select count(*)::int as sessions from tokens join users person on person.id = tokens.user_id where person.email = ${first}`);
    expect(sessions).toBe(1);
    const pins = await pinsOfDrivers();
    expect(pins).toHaveLength(accounts.drivers.length);
    for (const pin of [pins[0], pins.at(-1)] as { user_id: string; pin_hash: string }[]) {
      expect(await isPinOfPerson(pin, signIns.pin, pepper())).toBe(true);
      expect(await isPinOfPerson(pin, demonstrationPasswordAndPin.pin, pepper())).toBe(false);
    }
  });

  it("the next start of a demonstration keeps sessions and passwords that were changed since", async () => {
    const own = await signIn(second, signIns.password);
    await own.changeOwnPassword({ old_password: signIns.password, new_password: "vier Finken über Graz" });
    const session = await signIn(first, signIns.password);
    const pins = await pinsOfDrivers();
    await assignDemoSignIns(db, { signIns, pepper: pepper() });
    await session.getUserInfo();
    await signIn(second, "vier Finken über Graz");
    expect(await pinsOfDrivers()).toEqual(pins);
  });

  it("the next start of a demonstration keeps PINs and sessions of all drivers when the first has chosen a PIN of their own", async () => {
    const user_id = (await pinsOfDrivers())[0]?.user_id ?? "";
    const pin_hash = await hashPin({ user_id }, "740258", pepper());
    await db.system.run(sql`update users set pin_hash = ${pin_hash} where id = ${user_id}`);
    const driving = await signIn(accounts.drivers.at(-1)?.email ?? "", signIns.password);
    const pins = await pinsOfDrivers();
    await assignDemoSignIns(db, { signIns, pepper: pepper() });
    expect(await pinsOfDrivers()).toEqual(pins);
    await driving.getUserInfo();
  });

  it("a demonstration takes another password when the operator sets one later", async () => {
    const later = { password: "fünf Meisen über Wels", pin: "519372" };
    await assignDemoSignIns(db, { signIns: later, pepper: pepper() });
    await signIn(first, later.password);
    await signIn(second, "vier Finken über Graz");
    const [pin] = await pinsOfDrivers();
    expect(await isPinOfPerson(pin as { user_id: string; pin_hash: string }, later.pin, pepper())).toBe(true);
  });
});
