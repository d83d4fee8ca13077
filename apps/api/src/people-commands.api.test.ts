import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#platform/configuration/config";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import {
  runAppointAdministratorCommand,
  runDemonstrationEndCommand,
  runPasswordLinkCommand,
} from "./installation-commands";
import { insertTenant } from "./testing/fixtures";
import { insertPerson } from "./testing/sign-in-fixtures";
import { connectTestDatabase } from "./testing/start-node";
import { cloneDatabase } from "./testing/test-database";

describe("commands that let people in", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "leitstand-people-"));
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let db: Database;
  let said: string[] = [];
  const context = () => {
    said = [];
    return { config: readConfig({ DATA_DIR: dataDir }), db, say: (line: string) => void said.push(line) };
  };

  beforeAll(async () => {
    database = await cloneDatabase();
    db = connectTestDatabase(database.url, 2);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  it.each(["admin@firma", "müller@example.com", "<max@example.com>", `${"a".repeat(64)}@${"b.".repeat(95)}at`])(
    "the address %s, which no sign-in accepts, becomes no administrator",
    async (address) => {
      for (const command of [runAppointAdministratorCommand, runDemonstrationEndCommand])
        await expect(command(context(), [address, "--yes"])).rejects.toThrow(`"${address}" is no mail address.`);
      expect(await db.system.many(sql`select id from users where email = ${address}`)).toEqual([]);
    },
  );

  it("a person who is blocked gets no link to set a password, and the operator is told who lets the person in", async () => {
    const tenant = await insertTenant(db, "FUNERAL");
    const { short_code } = await db.system.one<{ short_code: string }>(
      sql`select short_code from tenants where id = ${tenant.id}`,
    );
    await insertPerson(db, tenant, { email: "blocked@example.org", blocked: true });
    await insertPerson(db, tenant, { email: "let.in@example.org" });
    await expect(runPasswordLinkCommand(context(), [short_code, "blocked@example.org"])).rejects.toThrow(
      "blocked@example.org is blocked; an administrator of the company has to unblock first.",
    );
    expect(said).toEqual([]);
    await runPasswordLinkCommand(context(), [short_code, "let.in@example.org"]);
    expect(said.at(-1)).toContain("set-password#tenant=");
    await expect(runPasswordLinkCommand(context(), [short_code, "unknown@example.org"])).rejects.toThrow(
      "with a person whose address is unknown@example.org",
    );
  });
});
