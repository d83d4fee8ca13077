import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { applyMigrations } from "#platform/database/migrations";
import { insertTenant } from "./testing/fixtures";
import { startTestNode } from "./testing/live-streams";
import { createTestDatabaseLogins } from "./testing/test-logins";
import { chownToPostgres, hasDebianPostgres } from "./testing/postgres/debian-server";
import { PostgresServerPair } from "./testing/postgres/server-pair";
import { openApiSession } from "./testing/start-api";

const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));
/** Only root may mount a disk that is small enough to be filled. */
const canMountDisk = process.platform === "linux" && process.getuid?.() === 0;

describe.runIf(hasDebianPostgres && canMountDisk)("a database whose disk is full", () => {
  it("the API refuses writes with 503 and Retry-After while the disk is full, still reads, and writes again once there is space", async () => {
    const disk = mkdtempSync(join(tmpdir(), "leitstand-full-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m,mode=0777", "tmpfs", disk]);
    onTestFinished(() => {
      execFileSync("umount", [disk]);
      rmSync(disk, { recursive: true });
    });
    chownToPostgres(disk);
    const pair = await PostgresServerPair.open();
    onTestFinished(() => pair.close());
    const databaseUrl = `postgres://postgres@127.0.0.1:${pair.primaryPort}/postgres`;
    await applyMigrations(databaseUrl, migrationsDir);
    await createTestDatabaseLogins(databaseUrl);
    // Both servers use the same folders, so replication is stopped first.
    await pair.stopReplication();
    await pair.askPrimary(`create tablespace small location '${disk}'`);
    await pair.askPrimary("alter table areas set tablespace small");
    const node = await startTestNode(databaseUrl, () => ({ logger: false }));
    const tenant = await insertTenant(node.db, "FUNERAL");
    const dispatcher = await openApiSession(node.db, node.url, { tenant, grants: ["createArea", "getAreas"] });
    const anArea = (title: string) => dispatcher.createArea({ title, zip_ranges: [], description: "x".repeat(1_900) });
    await anArea("first");

    const filler = join(disk, "filler");
    expect(() => writeFileSync(filler, Buffer.alloc(8 * 1_048_576))).toThrow("ENOSPC");
    const refusals: unknown[] = [];
    for (let count = 0; count < 20; count++) await anArea(`area ${count}`).catch((error) => refusals.push(error));
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals[0]).toMatchObject({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
      args: [{ key: "retry_after", value: "30", type: "int" }],
    });
    const kept = await dispatcher.getAreas();
    expect(kept).toHaveLength(21 - refusals.length);

    rmSync(filler);
    await anArea("last");
    expect(await dispatcher.getAreas()).toHaveLength(kept.length + 1);
  }, 60_000);
});
