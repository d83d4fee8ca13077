import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";
import { extendOccurrences } from "./index";
import { createRecurringShiftTestHelpers } from "./series-testkit";

const DAY_MS = 86_400_000;

describe("an event that comes again", () => {
  const api = startApi();
  const { dayOf, anOffice } = createRecurringShiftTestHelpers(api);
  const compact = (day: string) => day.replaceAll("-", "");

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (refusal: { code: string }) => refusal.code,
    );

  it.each(["FREQ=DAILY", "FREQ=YEARLY;COUNT=732", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=732"])(
    "a recurring event cannot be changed on days beyond the planning range: %s",
    async (recurrence) => {
      const { office, aSeries, listed } = await anOffice();
      const { id } = await aSeries(recurrence);
      const before = await listed();
      const change = (from_date: string) =>
        codeOf(office.updateDefaultCalendarEvent({ id, lock_version: 0, from_date }));
      const exclude = (date: string) => codeOf(office.createCalendarEventExclusion({ eventId: id, date }));
      const cutOff = (from_date: string) => codeOf(office.deleteDefaultCalendarEvent({ id, from_date }));
      for (const ask of [change, exclude, cutOff]) {
        expect(await ask("9999-12-31")).toBe("TIME_OUT_OF_RANGE");
        expect(await ask(dayOf(6 * 366))).toBe("TIME_OUT_OF_RANGE");
      }
      for (const ask of [change, exclude]) expect(await ask("0001-01-01")).toBe("FIELD_COMBINATION_INVALID");
      expect(await listed()).toEqual(before);
      expect(await cutOff("0001-01-01")).toBe("done");
      expect(await office.getDefaultCalendarEvents()).toEqual([]);
    },
  );

  it("a recurring event can be changed however many of its days are excluded", async () => {
    const { office, aSeries } = await anOffice();
    const { id } = await aSeries("FREQ=DAILY", -399);
    await api.db.system.run(sql`
      insert into calendar_exclusions (tenant_id, event_id, date)
      select ${office.session.tenant.id}, ${id}, ${dayOf(100)}::date + n from generate_series(1, 732) n`);
    await office.updateDefaultCalendarEvent({ id, lock_version: 0, note: "Bereitschaft" });
    expect(await office.getCalendarEventExclusions({ eventId: id })).toHaveLength(732);
  });

  it("the last day of a recurring event is listed when it is included again after the event was extended to its end", async () => {
    const { office, aSeries } = await anOffice();
    api.clock.advance({ days: -95 });
    const { id: eventId } = await aSeries("FREQ=WEEKLY;COUNT=64");
    const date = dayOf(1 + 63 * 7);
    const exclusion = await office.createCalendarEventExclusion({ eventId, date });
    api.clock.advance({ days: 95 });
    expect(await extendOccurrences(api.db, api.clock.now())).toBeGreaterThan(0);
    const listed = () => office.getDefaultCalendarEvents({ from: date, to: date });
    expect(await listed()).toEqual([]);
    await office.deleteCalendarEventExclusion({ eventId, id: exclusion.id });
    expect(await listed()).toMatchObject([{ id: eventId, occurrences: [{ date }] }]);
  });

  it("a change of a recurring event removes excluded days on which it no longer takes place", async () => {
    const { office, aSeries, listed } = await anOffice();
    const { id } = await aSeries("FREQ=DAILY;COUNT=4");
    for (const days of [2, 3]) await office.createCalendarEventExclusion({ eventId: id, date: dayOf(days) });
    const change = (lock_version: number, recurrence: string) =>
      office.updateDefaultCalendarEvent({ id, lock_version, recurrence });
    await change(0, "FREQ=DAILY;INTERVAL=2;COUNT=2");
    expect((await office.getCalendarEventExclusions({ eventId: id })).map(({ date }) => date)).toEqual([dayOf(3)]);
    expect(await listed()).toEqual([dayOf(1)]);
    await change(1, "FREQ=DAILY;COUNT=4");
    expect(await listed()).toEqual([dayOf(1), dayOf(2), dayOf(4)]);
  });

  it("a recurring event is extended although the times of another event cannot be computed", async () => {
    const { office, aSeries } = await anOffice();
    const [broken, sound] = [await aSeries("FREQ=DAILY"), await aSeries("FREQ=DAILY")];
    await api.db.system.run(sql`
      update calendar_events set timezone = 'Europe/Atlantis', extend_at = extend_at - interval '1 day' where id = ${broken.id}`);
    const inMonths = new Date(api.clock.now().getTime() + 60 * DAY_MS);
    const expanded = () =>
      api.db.system.one<{ until: string }>(
        sql`select expanded_until as until from calendar_events where id = ${sound.id}`,
      );
    const before = await expanded();
    await expect(extendOccurrences(api.db, inMonths)).rejects.toThrow(broken.id);
    expect(Date.parse((await expanded()).until)).toBe(Date.parse(before.until) + 60 * DAY_MS);
    expect(await extendOccurrences(api.db, inMonths)).toBe(0);
    await office.deleteDefaultCalendarEvent({ id: broken.id });
  });

  it("an event in a list equals the answer to its creation, whatever characters its note has", async () => {
    const { office, aSeries } = await anOffice();
    const notes = ['"quoted" \\ back', "two\nlines\tand \u0001 \u2028", "{}", "Übergabe 🚑", null];
    const written = [];
    for (const [index, note] of notes.entries()) {
      const { id } = await aSeries(index % 2 === 0 ? "FREQ=DAILY;COUNT=3" : "FREQ=YEARLY", notes.length - index);
      const {
        tours: _tours,
        tours_total: _total,
        ...event
      } = await office.updateDefaultCalendarEvent({
        id,
        lock_version: 0,
        note,
      });
      written.unshift(event);
    }
    expect(written.map(({ note }) => note)).toEqual(notes.toReversed());
    expect(await office.getDefaultCalendarEvents()).toEqual(written);
  });

  it("a recurring event that is cut off after its end does not end later", async () => {
    const { office, aSeries, listed } = await anOffice();
    const { id } = await aSeries(`FREQ=DAILY;UNTIL=${compact(dayOf(3))}T055959Z`);
    expect(await listed()).toEqual([dayOf(1), dayOf(2)]);
    await office.deleteDefaultCalendarEvent({ id, from_date: dayOf(4) });
    expect(await listed()).toEqual([dayOf(1), dayOf(2)]);
  });

  it("each shift of a recurring event belongs to at most one tour, also after the event was split", async () => {
    const { office, aSeries } = await anOffice();
    const event = await aSeries("FREQ=DAILY;COUNT=6");
    const plan = (event_id: string, days: number) =>
      codeOf(office.createTourFromShift({ occurrences: [{ event_id, date: dayOf(days) }] }));
    expect([await plan(event.id, 2), await plan(event.id, 4)]).toEqual(["done", "done"]);
    const later = await office.updateDefaultCalendarEvent({ id: event.id, lock_version: 0, from_date: dayOf(3) });
    expect(await plan(later.id, 4)).toBe("RESOURCE_ALREADY_EXISTS");
    expect(await plan(later.id, 5)).toBe("done");
    expect(await plan(event.id, 2)).toBe("RESOURCE_ALREADY_EXISTS");
  });
});
