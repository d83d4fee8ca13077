import { withConnection } from "../../testing/postgres/with-connection";
import type { TestApi } from "../../testing/start-api";
import { analyzeAllTables } from "../../testing/test-database";

const officeGrants = ["readCalendars", "writeCalendars", "createVehicle", "createTour", "getTours"];
const DAY_MS = 86_400_000;

/** Test offices that plan recurring shifts, and days counted from today. */
export function createRecurringShiftTestHelpers(api: TestApi) {
  const dayOf = (daysAhead: number) =>
    new Date(api.clock.now().getTime() + daysAhead * DAY_MS).toISOString().slice(0, 10);

  async function anOffice() {
    // The clock is frozen, so that today is the same day until the test has finished.
    api.clock.freeze();
    const office = await api.signIn(...officeGrants);
    const vehicle = await office.createVehicle({ license_plate: "G 1", description: "", active: true, capacity: 2 });
    const aSeries = (recurrence: string, days = 1) =>
      office.createDefaultCalendarEvent({
        start_at: `${dayOf(days)}T06:00:00Z`,
        end_at: `${dayOf(days)}T14:00:00Z`,
        event_type: "SCHEDULED_SHIFT",
        resource_type: "VEHICLE",
        resource_id: vehicle.id,
        recurrence,
      });
    const listed = async () =>
      (await office.getDefaultCalendarEvents()).flatMap(({ occurrences }) => occurrences.map(({ date }) => date));
    return { office, aSeries, listed };
  }
  return { dayOf, anOffice };
}

/** Copies a recurring event without the trigger that would write the same answer again for each copy. */
export async function insertCopiesOfCalendarEvent(api: TestApi, id: string, copies: number) {
  await withConnection(api.databaseUrl, async (owner) => {
    // The owner of a table may disable its triggers; foreign keys could be switched off only by a superuser.
    await owner.query("alter table calendar_events disable trigger user");
    await owner.query(
      `insert into calendar_events (tenant_id, calendar_id, event_type, vehicle_id, all_day, start_local, end_local, timezone, recurrence,
        first_start, first_end, starts_at, ends_at, expanded_until, answer_text)
      select tenant_id, calendar_id, event_type, vehicle_id, all_day, start_local, end_local, timezone, recurrence, first_start, first_end,
        starts_at, ends_at, expanded_until, answer_text
      from calendar_events, generate_series(1, $2::int) where id = $1`,
      [id, copies],
    );
    await owner.query("alter table calendar_events enable trigger user");
  });
  await analyzeAllTables(api.databaseUrl);
}

/** Gives 2,001 copies of an event its times on these days: on five of them more than a list answers. */
export async function insertOccurrencesForEventCopies(api: TestApi, id: string, days: readonly string[]) {
  await withConnection(api.databaseUrl, (owner) =>
    owner.query(
      `insert into calendar_occurrences (tenant_id, event_id, date, resource_id, event_type, starts_at, ends_at)
      select event.tenant_id, event.id, known.date, known.resource_id, known.event_type, known.starts_at, known.ends_at
      from calendar_occurrences known, calendar_events original, lateral (
        select * from calendar_events
        where calendar_id = original.calendar_id and id <> original.id and recurrence is not null order by id limit 2001) event
      where original.id = $1 and known.event_id = $1 and known.date = any($2::date[])`,
      [id, days],
    ),
  );
}
