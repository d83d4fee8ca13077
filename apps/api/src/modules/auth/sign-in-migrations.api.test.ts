import { randomBytes, randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { applyMigrations } from "#platform/database/migrations";
import { dropDatabase } from "../../testing/postgres/drop-database";

const migrationsFolder = fileURLToPath(new URL("../../../migrations/", import.meta.url));
/** First migration that requires a phone by default; a later one deletes the codes. */
const FIRST_PIN_MIGRATION = readdirSync(migrationsFolder).find((file) =>
  file.endsWith("_pins_are_released.sql"),
) as string;

describe("a migrated installation that people sign in to already", () => {
  const name = `leitstand_test_${randomBytes(6).toString("hex")}`;
  const older = mkdtempSync(join(tmpdir(), "leitstand-migrations-"));
  const url = new URL(inject("adminUrl"));
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  let client: pg.Client;

  beforeAll(async () => {
    for (const file of readdirSync(migrationsFolder))
      if (file < FIRST_PIN_MIGRATION) cpSync(join(migrationsFolder, file), join(older, file));
    await admin.connect();
    await admin.query(`create database ${name}`);
    url.pathname = `/${name}`;
    await applyMigrations(url.href, older);
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query("set role leitstand_system");
    for (const [company, settings] of [
      ["anywhere", "{}"],
      ["on_phones", "{}"],
      ["decided", '{"pin_requires_device": true}'],
    ] as const) {
      const id = randomUUID();
      await client.query(
        "insert into tenants (id, name, short_code, type, tenant_key, settings) values ($1, $2, $2, 'FUNERAL', $2, $3)",
        [id, company, settings],
      );
      await client.query("select set_config('app.tenant_id', $1, false)", [id]);
      await client.query(
        "insert into users (tenant_id, id, phone_number, pin_hash) values ($1, $1, '+43664', 'hash')",
        [id],
      );
      await client.query("insert into devices (tenant_id, id, phone_number) values ($1, $1, '+43665')", [id]);
      await client.query(
        "insert into tokens (tenant_id, kind, token_hash, user_id, device_id, expires_at) values ($1, 'USER', $2, $1, $3, now())",
        [id, randomBytes(32), company === "anywhere" ? null : id],
      );
      await client.query(
        `insert into outbox_messages (tenant_id, channel, recipient, body, purpose, status)
        select $1, 'SMS', '+43664', note.purpose || note.status, note.purpose, note.status from
          (values ('SIGN_IN_CODE', 'SENT'), ('SIGN_IN_CODE', 'PENDING'), ('SET_PASSWORD', 'FAILED'), ('CASE_ALARM', 'SENT')) as note (purpose, status)`,
        [id],
      );
    }
    await applyMigrations(url.href, migrationsFolder);
  });
  afterAll(async () => {
    await client.end();
    await dropDatabase((statement) => admin.query(statement), name);
    await admin.end();
    rmSync(older, { recursive: true });
  });

  it("the migration requires a phone for the sign-in of drivers, except in tenants where some have signed in without one", async () => {
    const { rows } = await client.query("select short_code, settings from tenants order by short_code");
    expect(rows).toEqual([
      { short_code: "anywhere", settings: { pin_requires_device: false } },
      { short_code: "decided", settings: { pin_requires_device: true } },
      { short_code: "on_phones", settings: {} },
    ]);
  });

  it("the migration deletes sent messages with sign-in codes and links, and keeps all others", async () => {
    const { rows } = await client.query("select distinct purpose, status, body from outbox_messages order by 1, 2");
    expect(rows).toEqual([
      { purpose: "CASE_ALARM", status: "SENT", body: "CASE_ALARMSENT" },
      { purpose: "SET_PASSWORD", status: "FAILED", body: "" },
      { purpose: "SIGN_IN_CODE", status: "PENDING", body: "SIGN_IN_CODEPENDING" },
      { purpose: "SIGN_IN_CODE", status: "SENT", body: "" },
    ]);
  });
});
