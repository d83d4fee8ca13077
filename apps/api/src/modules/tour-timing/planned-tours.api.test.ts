import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { createToursWithPlans, pointKilometresNorthOfTourStart } from "../../testing/tour-plans/tours-with-plans";

describe("the plan of a tour that has not begun", () => {
  const api = startApi();
  const { aDispatcher, assigned, settle } = createToursWithPlans(api);

  it("the plan of a tour in three weeks tells that a place is closed as soon as the opening hours of its day are known", async () => {
    // The times of the database are in the past then.
    api.clock.advance({ minutes: 5 });
    api.clock.freeze();
    const dispatcher = await aDispatcher("createTour", "createAddress");
    const closed = Object.fromEntries(["d0", "d1", "d2", "d3", "d4", "d5", "d6"].map((day) => [day, []]));
    const cemetery = { name: "Zentralfriedhof", ...pointKilometresNorthOfTourStart(10) };
    await dispatcher.createAddress({ ...cemetery, opening_hours: closed });
    const scheduled_start_at = new Date(api.clock.now().getTime() + 20 * 24 * 3_600_000).toISOString();
    const { id } = await dispatcher.createScheduledTour({ scheduled_start_at });
    await assigned(dispatcher, id);
    await settle();
    expect(await dispatcher.getTourPlan({ id })).toMatchObject({ status: "FRESH", level: null });
    await api.db.system.run(sql`update tokens set expires_at = expires_at + interval '30 days'`);
    for (let day = 1; day <= 8; day++) {
      api.clock.advance({ minutes: 24 * 60 + 5 });
      await api.app.plans.runDue();
    }
    expect(await dispatcher.getTourPlan({ id })).toMatchObject({ status: "FRESH", level: "SEVERE" });
  });
});
