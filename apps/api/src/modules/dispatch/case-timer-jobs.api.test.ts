import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { roadsideCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";

describe("timers of cases", () => {
  const api = startApi();

  it("a case timer that is due waits for an action under way, which may still cancel it", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const dispatcher = await api.bearer({ tenant, grants: dispatchGrants });
    const { tour_id } = await createTestTourCrew(api, tenant);
    const not_before = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    const { id } = await dispatcher.createCase(roadsideCaseRequest({ not_before }));
    await dispatcher.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    api.clock.advance({ minutes: 61 });
    const running = await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`select 1 from cases where tenant_id = ${tenant.id} and id = ${id} for no key update`);
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () => api.app.jobs.runDue());
      const timer = sql`tenant_id = ${tenant.id} and kind = 'CASE_START_DUE' and payload ->> 'case_id' = ${id}`;
      expect(await tx.many(sql`select 1 from jobs where ${timer} for update skip locked`)).toHaveLength(1);
      await tx.run(sql`delete from jobs where ${timer}`);
      return blocked;
    });
    await running.outcome;
    expect(await dispatcher.getCase({ id })).toMatchObject({ state: { current: "reserved" } });
  });
});
