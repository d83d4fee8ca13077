import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { cancelBlockedStatements, startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";

describe("the record of the use of tokens", () => {
  const api = startApi();

  it("a use that could not be recorded is recorded the next time", async () => {
    const office = await api.signIn("getBranches");
    const tenantId = office.session.tenant.id;
    const lastUse = async () =>
      (
        await api.db.system.one<{ last_used_at: string }>(
          sql`select last_used_at from tokens where tenant_id = ${tenantId}`,
        )
      ).last_used_at;
    api.clock.advance({ minutes: 5 });
    await office.getBranches();
    const before = await lastUse();
    const { outcome } = await api.db.systemTransaction(tenantId, async (tx) => {
      await tx.one(sql`select id from tokens where tenant_id = ${tenantId} for update`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () =>
        api.app.principals.recordUse().catch((error: unknown) => error),
      );
      await cancelBlockedStatements(tx, api.databaseUrl);
      return blocked;
    });
    expect(await outcome).toBeInstanceOf(Error);
    expect(await lastUse()).toBe(before);
    await api.app.principals.recordUse();
    expect(Date.parse(await lastUse())).toBeGreaterThan(Date.parse(before));
  });
});
