import { expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import { createSeriesHelpers } from "./series-testkit";

const api = startApi();
const { dayOf, anOffice } = createSeriesHelpers(api);

it("a recurring event is changed within a second, however many of its days are excluded", async () => {
  const { office, aSeries } = await anOffice();
  const { id } = await aSeries("FREQ=DAILY", -399);
  await api.db.system.run(sql`
    insert into calendar_exclusions (tenant_id, event_id, date)
    select ${office.session.tenant.id}, ${id}, ${dayOf(100)}::date + n from generate_series(1, 732) n`);
  const began = performance.now();
  await office.updateDefaultCalendarEvent({ id, lock_version: 0, note: "Bereitschaft" });
  expect(performance.now() - began).toBeLessThan(1_000);
});
