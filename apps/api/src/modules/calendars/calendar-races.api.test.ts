import { describe, expect, it } from "vitest";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";

const PARALLEL_REQUESTS = 8;

describe("concurrent changes of calendars", () => {
  const api = startApi();
  const dayAhead = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const atOnce = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: PARALLEL_REQUESTS }, (_, index) => work(index)));

  async function anOffice() {
    // The clock is frozen, so that today is the same day until the test has finished.
    api.clock.freeze();
    const office = await api.signIn("readCalendars", "writeCalendars", "createVehicle");
    const { id } = await office.createVehicle({ license_plate: "G 1", description: "", active: true, capacity: 2 });
    const away = (days: number, overrides: object = {}) =>
      office.createDefaultCalendarEvent({
        start_at: dayAhead(days),
        end_at: dayAhead(days + 1),
        event_type: "UNAVAILABLE",
        resource_type: "VEHICLE",
        resource_id: id,
        ...overrides,
      });
    return { office, away };
  }
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (refusal: { code: string }) => refusal.code,
    );

  it("concurrent first events of a tenant share one default calendar", async () => {
    const { office, away } = await anOffice();
    const making = await api.db.systemTransaction("", async (tx) => {
      await tx.run(sql`lock table calendars in share mode`);
      return startBlockedWork({ tx, db: api.db.system, statements: PARALLEL_REQUESTS }, () =>
        atOnce((index) => away(index + 1)),
      );
    });
    const events = await making.outcome;
    const calendars = await office.getCalendars();
    expect(calendars.map(({ is_default }) => is_default)).toEqual([true]);
    expect(new Set(events.map(({ calendar_id }) => calendar_id))).toEqual(new Set([calendars[0]?.id]));
  });

  it("of several concurrent changes of an event on the same lock version, one succeeds", async () => {
    const { office, away } = await anOffice();
    const { id } = await away(1, { recurrence: "FREQ=DAILY" });
    const codes = await atOnce((index) =>
      codeOf(
        index % 2 === 0
          ? office.updateDefaultCalendarEvent({ id, lock_version: 0, note: `Note ${index}` })
          : office.updateDefaultCalendarEvent({ id, lock_version: 0, from_date: dayAhead(5) }),
      ),
    );
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "LOCK_VERSION_CONFLICT")).toHaveLength(PARALLEL_REQUESTS - 1);
    const days = (await office.getDefaultCalendarEvents()).flatMap(({ occurrences }) => occurrences);
    expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
  });

  it("concurrent requests exclude a day once, and a calendar that gets an event at the same time is not deleted", async () => {
    const { office, away } = await anOffice();
    const { id: eventId } = await away(1, { recurrence: "FREQ=DAILY" });
    const codes = await atOnce(() => codeOf(office.createCalendarEventExclusion({ eventId, date: dayAhead(3) })));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "RESOURCE_ALREADY_EXISTS")).toHaveLength(PARALLEL_REQUESTS - 1);
    const calendar = await office.createCalendar({ name: "Urlaub" });
    const [created, removed] = await Promise.all([
      codeOf(away(2, { calendar_id: calendar.id })),
      codeOf(office.deleteCalendar({ id: calendar.id })),
    ]);
    expect([
      ["done", "RESOURCE_IN_USE"],
      ["REFERENCE_NOT_FOUND", "done"],
    ]).toContainEqual([created, removed]);
  });
});
