import { describe, expect, it } from "vitest";
import { Database, type Tx } from "#platform/database/database";
import { compileSql } from "#platform/database/sql";
import { createCasesForWriterRace, countLostUpdates } from "../../testing/races/case-writers";
import { startApi } from "../../testing/start-api";

/** Database that reads, decides and writes like the product, but holds no locks in between. */
class NonLockingDatabase extends Database {
  override transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const holds = (text: string) => text.includes("for no key update");
    return super.transaction(tenantId, (tx) =>
      work({
        ...tx,
        runBeforeNext: (query) => (holds(compileSql(query).text) ? undefined : tx.runBeforeNext(query)),
      }),
    );
  }
}

describe("writers on the same cases", () => {
  const api = startApi();

  it("every acknowledged action of 16 concurrent writers on a case is kept, in 50 rounds", async () => {
    expect(await countLostUpdates(api, await createCasesForWriterRace(api, 8), 50)).toBe(0);
  }, 240_000);
});

describe("writers without locks", () => {
  const api = startApi({ open: (options) => new NonLockingDatabase(options) });

  it("updates of 16 writers get lost without locks, and the test detects it", async () => {
    expect(await countLostUpdates(api, await createCasesForWriterRace(api, 2), 10)).toBeGreaterThan(0);
  }, 240_000);
});
