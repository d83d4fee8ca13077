import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/**
 * A clone of the migrated template for one test file; dropped at its end. It does not wait for the disk: what a crash
 * leaves is proven on servers that are killed, never on these.
 */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `leitstand_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${name} template ${inject("template")}`);
  await asAdmin(`alter database ${name} set synchronous_commit to off`);
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}

async function asAdmin(statement: string) {
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
