import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";
import { createExclusion } from "./exclusions.service";

const grants = ["readCalendars", "writeCalendars", "createVehicle", "createTour", "getTours", "deleteTour"];
const DAY_MS = 86_400_000;

describe("feeds and tours made from events", () => {
  const api = startApi();
  const dayOf = (daysAhead: number) =>
    new Date(api.clock.now().getTime() + daysAhead * DAY_MS).toISOString().slice(0, 10);

  async function anOffice() {
    // The clock is frozen, so that today is the same day until the test has finished.
    api.clock.freeze();
    const office = await api.signIn(...grants);
    const resource_id = office.session.user_id as string;
    const { id: vehicle_id } = await office.createVehicle({
      license_plate: "G 1",
      description: "",
      active: true,
      capacity: 2,
    });
    const event = (overrides: object = {}) =>
      office.createDefaultCalendarEvent({
        start_at: `${dayOf(1)}T06:00:00Z`,
        end_at: `${dayOf(1)}T14:00:00Z`,
        event_type: "SCHEDULED_SHIFT",
        resource_type: "USER",
        resource_id,
        note: "Secret; private",
        ...overrides,
      });
    const ofVehicle = { resource_type: "VEHICLE", resource_id: vehicle_id };
    return { office, resource_id, vehicle_id, event, ofVehicle };
  }
  const read = async (url: string) => {
    const { pathname } = new URL(url);
    const answer = await fetch(`${api.url}${pathname}`);
    return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
  };
  const timesOf = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((part) => {
      const { startDate, endDate, summary } = new ICAL.Event(part);
      return [summary, startDate.toString(), endDate.toString()];
    });

  it("getCalendarFeed gives times without names and notes to calendar programs that know its secret address", async () => {
    const { office, resource_id, event } = await anOffice();
    await event({ recurrence: "FREQ=DAILY;COUNT=3" });
    await event({ event_type: "UNAVAILABLE", all_day: true, start_at: dayOf(10), end_at: dayOf(12) });
    await event({ start_at: `${dayOf(120)}T06:00:00Z`, end_at: `${dayOf(120)}T14:00:00Z` });
    const { id, url } = await office.createCalendarFeed({ resource_type: "USER", resource_id });
    expect(await office.getCalendarFeeds()).toMatchObject([{ id, resource_type: "USER", resource_id }]);
    const { status, type, text } = await read(url);
    expect([status, type]).toEqual([200, "text/calendar; charset=utf-8"]);
    const guessed = url.replace(/(.)[.]ics$/, (_, last) => `${last === "A" ? "B" : "A"}.ics`);
    expect(await read(guessed)).toMatchObject({ status: 404 });
    expect(timesOf(text)).toEqual([
      ...[1, 2, 3].map((day) => ["Schicht", `${dayOf(day)}T06:00:00Z`, `${dayOf(day)}T14:00:00Z`]),
      ["Abwesend", dayOf(10), dayOf(12)],
    ]);
    expect(text).not.toMatch(/Secret|Test|Person/);
    expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    const kept = await api.db.system.many(sql`select * from calendar_feeds where id = ${id}`);
    expect(JSON.stringify(kept)).not.toContain(new URL(url).pathname.slice(-47, -4));
    await office.deleteCalendarFeed({ id });
    expect(await read(url)).toMatchObject({ status: 404 });
    expect((await read(url)).text).not.toContain(new URL(url).pathname.slice(-47, -4));
  });

  it("a person or vehicle has at most five calendar feeds, and a blocked person has none", async () => {
    const { office, resource_id } = await anOffice();
    const feeds = await Promise.all(
      Array.from({ length: 8 }, () =>
        office.createCalendarFeed({ resource_type: "USER", resource_id }).catch((refusal) => refusal.code),
      ),
    );
    expect(feeds.filter((feed) => feed === "LIMIT_EXCEEDED")).toHaveLength(3);
    const { url } = feeds.find((feed) => feed !== "LIMIT_EXCEEDED");
    expect(await read(url)).toMatchObject({ status: 200 });
    await api.db.system.run(sql`update users set blocked = true where id = ${resource_id}`);
    expect(await read(url)).toMatchObject({ status: 404 });
  });

  it("createTourFromShift creates one tour for the time that the shifts have in common, and only once", async () => {
    const { office, resource_id, vehicle_id, event, ofVehicle } = await anOffice();
    const [people, car] = [
      await event({ recurrence: "FREQ=DAILY;COUNT=3" }),
      await event({ ...ofVehicle, start_at: `${dayOf(1)}T08:00:00Z`, end_at: `${dayOf(1)}T18:00:00Z` }),
    ];
    const date = dayOf(1);
    const occurrences = [people, car].map(({ id }) => ({ event_id: id, date }));
    const tour = await office.createTourFromShift({ occurrences, name: "Früh" });
    expect(tour).toMatchObject({
      name: "Früh",
      status: "SCHEDULED",
      scheduled_start_at: `${date}T08:00:00+00:00`,
      scheduled_end_at: `${date}T14:00:00+00:00`,
    });
    expect(JSON.stringify(tour)).toContain(resource_id);
    expect(JSON.stringify(tour)).toContain(vehicle_id);
    const again = () => office.createTourFromShift({ occurrences: [{ event_id: people.id, date }] });
    await expect(again()).rejects.toMatchObject({ status: 409, code: "RESOURCE_ALREADY_EXISTS" });
    await office.deleteScheduledTour({ id: tour.id });
    expect(await again()).toMatchObject({ scheduled_start_at: `${date}T06:00:00+00:00` });
  });

  it("two dispatchers who plan the same shift at the same time create one tour", async () => {
    const { office, event } = await anOffice();
    const { id: event_id } = await event();
    const request = { occurrences: [{ event_id, date: dayOf(1) }] };
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        office.createTourFromShift(request).then(
          () => 201,
          (refusal) => refusal.status,
        ),
      ),
    );
    expect(outcomes.filter((status) => status === 201)).toHaveLength(1);
    expect(outcomes.filter((status) => status === 409)).toHaveLength(7);
  });

  it("createTourFromShift refuses a day that was excluded while it waited for the shift", async () => {
    const { office, event } = await anOffice();
    const { id: event_id } = await event({ recurrence: "FREQ=DAILY;COUNT=3" });
    const date = dayOf(1);
    const excluding = { tenantId: office.session.tenant.id, scope: { all: true, branch_ids: [], driver: null } };
    const planning = await api.db.transaction(excluding.tenantId, async (tx) => {
      await createExclusion({ tx, scope: excluding.scope, now: api.clock.now() }, { event_id, date });
      return startBlockedWork({ tx, db: api.db.system }, () =>
        office.createTourFromShift({ occurrences: [{ event_id, date }] }).catch((refusal) => refusal.code),
      );
    });
    expect(await planning.outcome).toBe("FIELD_COMBINATION_INVALID");
  });

  it("createTourFromShift refuses absences, days on which the event does not take place, and shifts that do not overlap", async () => {
    const { office, event, ofVehicle } = await anOffice();
    const [shift, away, late] = [
      await event(),
      await event({ event_type: "UNAVAILABLE" }),
      await event({ ...ofVehicle, start_at: `${dayOf(1)}T14:00:00Z`, end_at: `${dayOf(1)}T20:00:00Z` }),
    ];
    const make = (...named: readonly (readonly [string, string])[]) =>
      office
        .createTourFromShift({ occurrences: named.map(([event_id, date]) => ({ event_id, date })) })
        .catch((refusal) => refusal.code);
    expect(await make([away.id, dayOf(1)])).toBe("FIELD_COMBINATION_INVALID");
    expect(await make([shift.id, dayOf(2)])).toBe("FIELD_COMBINATION_INVALID");
    expect(await make([shift.id, dayOf(1)], [late.id, dayOf(1)])).toBe("FIELD_COMBINATION_INVALID");
    expect(await make(["0b5e7a1c-3d2f-4a6b-8c9d-1e2f3a4b5c6d", dayOf(1)])).toBe("REFERENCE_NOT_FOUND");
    expect(await office.getTours()).toMatchObject({ meta: { total_elements: 0 } });
  });
});
