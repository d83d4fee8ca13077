import { expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import {
  insertCopiesOfCalendarEvent,
  insertOccurrencesForEventCopies,
  createRecurringShiftTestHelpers,
} from "./series-testkit";

const api = startApi();
const { dayOf, anOffice } = createRecurringShiftTestHelpers(api);

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

it("a database with 100,000 calendar events refuses lists that are too long, and still accepts new events", async () => {
  const { office, aSeries } = await anOffice();
  const { id } = await aSeries("FREQ=DAILY");
  await insertCopiesOfCalendarEvent(api, id, 99_999);
  await insertOccurrencesForEventCopies(
    api,
    id,
    [1, 2, 3, 4, 5].map((days) => dayOf(days)),
  );
  await expect(office.getDefaultCalendarEvents()).rejects.toMatchObject({ status: 422, code: "LIMIT_EXCEEDED" });
  const later = { from: dayOf(7), to: dayOf(8) };
  expect((await office.getDefaultCalendarEvents(later)).map((event) => event.id)).toEqual([id]);
  const noted = await office.updateDefaultCalendarEvent({ id, lock_version: 0, note: "Nacht" });
  expect(noted).toMatchObject({ note: "Nacht", lock_version: 1 });
});
