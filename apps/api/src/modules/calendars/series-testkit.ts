import type { TestApi } from "../../testing/start-api";

const officeGrants = ["readCalendars", "writeCalendars", "createVehicle", "createTour", "getTours"];
const DAY_MS = 86_400_000;

/** Test offices that plan recurring shifts, and days counted from today. */
export function createSeriesHelpers(api: TestApi) {
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
