import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { type ApiSession, startApi, type TestApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";
import { extendOccurrences } from "./index";
import { insertCopiesOfCalendarEvent, insertOccurrencesForEventCopies } from "./series-testkit";

const grants = ["readCalendars", "writeCalendars", "createVehicle", "updateTenant"];

describe("calendars and their groups", () => {
  const api = startApi();

  it("calendars and calendar groups have unique names, and cannot be deleted while they are in use", async () => {
    const office = await api.signIn(...grants);
    const group = await office.createCalendarGroup({ name: "Nord" });
    const calendar = await office.createCalendar({ name: "Urlaub", groupId: group.id });
    expect(calendar).toMatchObject({ name: "Urlaub", groupId: group.id, description: null, is_default: false });
    await expect(office.createCalendar({ name: "Urlaub" })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
    });
    await expect(office.createCalendarGroup({ name: "Nord" })).rejects.toMatchObject({
      code: "RESOURCE_ALREADY_EXISTS",
    });
    await expect(office.deleteCalendarGroup({ id: group.id })).rejects.toMatchObject({ code: "RESOURCE_IN_USE" });
    const other = await office.createCalendar({ name: "Dienst", description: "Wer fährt" });
    expect((await office.getCalendars()).map(({ name }) => name)).toEqual(["Dienst", "Urlaub"]);
    await office.updateCalendar({ id: calendar.id, name: "Abwesenheit", lock_version: 0 });
    await office.deleteCalendarGroup({ id: group.id });
    await office.deleteCalendar({ id: other.id });
    expect(await office.getCalendars()).toMatchObject([{ name: "Abwesenheit", groupId: null, lock_version: 1 }]);
  });

  it("a renamed calendar group keeps its calendars, and is listed by its new name", async () => {
    const office = await api.signIn(...grants);
    const [north, south] = [
      await office.createCalendarGroup({ name: "Nord" }),
      await office.createCalendarGroup({ name: "Süd" }),
    ];
    const { id } = await office.createCalendar({ name: "Urlaub", groupId: north.id });
    const renamed = await office.updateCalendarGroup({ id: north.id, name: "Westen", lock_version: 0 });
    expect(renamed).toMatchObject({ id: north.id, name: "Westen", lock_version: 1 });
    expect(await office.getCalendarGroups()).toEqual([south, renamed]);
    expect(await office.getCalendar({ id })).toMatchObject({ name: "Urlaub", groupId: north.id, lock_version: 0 });
  });

  it("a calendar group cannot be renamed to the name of another one, nor on an outdated lock version", async () => {
    const office = await api.signIn(...grants);
    const { id, lock_version } = await office.createCalendarGroup({ name: "Nord" });
    await office.createCalendarGroup({ name: "Süd" });
    await expect(office.updateCalendarGroup({ id, name: "Süd", lock_version })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
    });
    await expect(office.updateCalendarGroup({ id, name: "Westen", lock_version: 7 })).rejects.toMatchObject({
      status: 409,
      code: "LOCK_VERSION_CONFLICT",
    });
    expect(await office.getCalendarGroup({ id })).toMatchObject({ name: "Nord", lock_version });
  });

  it("a calendar of another tenant is not found", async () => {
    const [office, stranger] = [await api.signIn(...grants), await api.signIn(...grants)];
    const { id } = await stranger.createCalendar({ name: "Fremd" });
    await expect(office.getCalendar({ id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("a tenant has at most a thousand calendars", async () => {
    const office = await api.signIn(...grants);
    await api.db.system.run(sql`
      insert into calendars (tenant_id, name) select ${office.session.tenant.id}, 'Kalender ' || n from generate_series(1, 1000) n`);
    await expect(office.createCalendar({ name: "Einer zu viel" })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it("a calendar group of another tenant is not found, and a calendar cannot refer to it", async () => {
    const [office, stranger] = [await api.signIn(...grants), await api.signIn(...grants)];
    const { id: groupId } = await stranger.createCalendarGroup({ name: "Fremd" });
    await expect(office.createCalendar({ name: "Urlaub", groupId })).rejects.toMatchObject({
      code: "REFERENCE_NOT_FOUND",
    });
    await expect(office.getCalendarGroup({ id: groupId })).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });
});

const DAY_MS = 86_400_000;
const dateAfterDays = (api: TestApi, daysAhead: number) =>
  new Date(api.clock.now().getTime() + daysAhead * DAY_MS).toISOString().slice(0, 10);

async function createOffice(api: TestApi) {
  // The clock is frozen, so that today is the same day until the test has finished.
  api.clock.freeze();
  const office = await api.signIn(...grants);
  const vehicle = await office.createVehicle({ license_plate: "G 1", description: "", active: true, capacity: 2 });
  const shift = (overrides: object = {}) => ({
    start_at: `${dateAfterDays(api, 1)}T22:00:00+01:00`,
    end_at: `${dateAfterDays(api, 2)}T06:00:00+01:00`,
    event_type: "SCHEDULED_SHIFT" as const,
    resource_type: "VEHICLE" as const,
    resource_id: vehicle.id,
    ...overrides,
  });
  return { office, vehicle, shift };
}
const occurrenceDatesOf = ({ occurrences }: { occurrences: readonly { date: string }[] }) =>
  occurrences.map(({ date }) => date);

describe("events", () => {
  const api = startApi();

  it("recurring events are listed day by day within the window, and the first event creates the default calendar", async () => {
    const { office, vehicle, shift } = await createOffice(api);
    expect(await office.getDefaultCalendarEvents()).toEqual([]);
    const event = await office.createDefaultCalendarEvent(shift({ recurrence: "FREQ=DAILY;COUNT=40" }));
    expect(event).toMatchObject({ timezone: "Europe/Vienna", resource_id: vehicle.id, note: null, lock_version: 0 });
    const [calendar] = await office.getCalendars();
    expect(calendar).toMatchObject({ id: event.calendar_id, is_default: true });
    const listed = await office.getDefaultCalendarEvents({ from: dateAfterDays(api, 2), to: dateAfterDays(api, 4) });
    expect(listed).toHaveLength(1);
    // The shift of the night before the first day reaches into the window.
    expect(occurrenceDatesOf(listed[0] as typeof event)).toEqual([1, 2, 3, 4].map((days) => dateAfterDays(api, days)));
    expect(await office.getDefaultCalendarEvents({ from: dateAfterDays(api, 60), to: dateAfterDays(api, 90) })).toEqual(
      [],
    );
  });

  it("an all-day event lasts from midnight to midnight in the tenant's time zone", async () => {
    const { office, shift } = await createOffice(api);
    const absence = { event_type: "UNAVAILABLE" as const, all_day: true };
    const byDays = await office.createDefaultCalendarEvent(
      shift({ ...absence, start_at: "2026-12-24", end_at: "2026-12-27" }),
    );
    expect(byDays).toMatchObject({
      start_at: "2026-12-23T23:00:00+00:00",
      end_at: "2026-12-26T23:00:00+00:00",
      start_date: "2026-12-24",
      end_date: "2026-12-27",
    });
    const byTimes = await office.createDefaultCalendarEvent(
      shift({ ...absence, start_at: "2026-12-24T08:00:00+01:00", end_at: "2026-12-26T17:00:00+01:00" }),
    );
    expect(byTimes).toMatchObject({ start_date: "2026-12-24", end_date: "2026-12-27" });
  });

  it("a day of a recurring event can be excluded only once, and can be included again", async () => {
    const { office, shift } = await createOffice(api);
    const { id: eventId } = await office.createDefaultCalendarEvent(shift({ recurrence: "FREQ=DAILY;COUNT=3" }));
    const date = dateAfterDays(api, 2);
    const window = { from: dateAfterDays(api, 0), to: dateAfterDays(api, 9) };
    const exclusion = await office.createCalendarEventExclusion({ eventId, date });
    await expect(office.createCalendarEventExclusion({ eventId, date })).rejects.toMatchObject({
      code: "RESOURCE_ALREADY_EXISTS",
    });
    await expect(office.createCalendarEventExclusion({ eventId, date: dateAfterDays(api, 4) })).rejects.toMatchObject({
      status: 422,
      code: "FIELD_COMBINATION_INVALID",
    });
    expect((await office.getDefaultCalendarEvents(window)).map(occurrenceDatesOf)).toEqual([
      [dateAfterDays(api, 1), dateAfterDays(api, 3)],
    ]);
    expect(await office.getCalendarEventExclusions({ eventId })).toEqual([exclusion]);
    await office.deleteCalendarEventExclusion({ eventId, id: exclusion.id });
    expect((await office.getDefaultCalendarEvents(window)).flatMap(occurrenceDatesOf)).toHaveLength(3);
  });

  it("changing a recurring event from one day on creates another event, which takes over the excluded dates", async () => {
    const { office, shift } = await createOffice(api);
    const event = await office.createDefaultCalendarEvent(shift({ recurrence: "FREQ=DAILY;COUNT=6" }));
    await office.createCalendarEventExclusion({ eventId: event.id, date: dateAfterDays(api, 5) });
    const change = { id: event.id, lock_version: 0, from_date: dateAfterDays(api, 4), note: "Bereitschaft" };
    await expect(
      office.updateDefaultCalendarEvent({ ...change, from_date: dateAfterDays(api, 9) }),
    ).rejects.toMatchObject({
      code: "FIELD_COMBINATION_INVALID",
    });
    const earlier = {
      start_at: `${dateAfterDays(api, 3)}T22:00:00+01:00`,
      end_at: `${dateAfterDays(api, 4)}T06:00:00+01:00`,
    };
    for (const wrong of [earlier, { from_date: dateAfterDays(api, 5) }])
      await expect(office.updateDefaultCalendarEvent({ ...change, ...wrong })).rejects.toMatchObject({
        status: 422,
        code: "FIELD_COMBINATION_INVALID",
      });
    const later = await office.updateDefaultCalendarEvent(change);
    expect(later).toMatchObject({ note: "Bereitschaft", recurrence: "FREQ=DAILY;COUNT=3" });
    expect(later.id).not.toBe(event.id);
    expect(occurrenceDatesOf(later)).toEqual([dateAfterDays(api, 4), dateAfterDays(api, 6)]);
    const [before] = await office.getDefaultCalendarEvents();
    expect(before).toMatchObject({ id: event.id, note: null, recurrence: "FREQ=DAILY;COUNT=3" });
    expect(await office.getCalendarEventExclusions({ eventId: event.id })).toEqual([]);
    await office.deleteDefaultCalendarEvent({ id: later.id, from_date: dateAfterDays(api, 6) });
    await office.deleteDefaultCalendarEvent({ id: event.id });
    expect((await office.getDefaultCalendarEvents()).map(occurrenceDatesOf)).toEqual([[dateAfterDays(api, 4)]]);
  });

  it("an invalid calendar event is refused with its error code, and nothing of it is stored", async () => {
    const { office, shift } = await createOffice(api);
    const refused = async (overrides: object, code: string) =>
      expect(await office.createDefaultCalendarEvent(shift(overrides)).catch((refusal) => refusal.code)).toBe(code);
    await refused({ recurrence: "FREQ=SECONDLY" }, "VALIDATION_FAILED");
    await refused({ recurrence: "FREQ=DAILY;TZID=Mars/Olympus" }, "VALIDATION_FAILED");
    await refused({ recurrence: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }, "FIELD_COMBINATION_INVALID");
    await refused({ end_at: `${dateAfterDays(api, 1)}T21:00:00+01:00` }, "TIME_RANGE_INVALID");
    await refused({ end_at: `${dateAfterDays(api, 40)}T21:00:00+01:00` }, "LIMIT_EXCEEDED");
    await refused({ all_day: true, start_at: dateAfterDays(api, 1), end_at: dateAfterDays(api, 33) }, "LIMIT_EXCEEDED");
    await refused({ start_at: "2019-01-01", end_at: "2019-01-02" }, "TIME_OUT_OF_RANGE");
    await refused({ start_at: "9999-12-31", end_at: "9999-12-31T12:00:00Z" }, "TIME_OUT_OF_RANGE");
    await refused({ resource_type: "USER" }, "REFERENCE_NOT_FOUND");
    await refused({ calendar_id: "0b5e7a1c-3d2f-4a6b-8c9d-1e2f3a4b5c6d" }, "REFERENCE_NOT_FOUND");
    expect(await office.getCalendars()).toEqual([]);
    const window = (from: string, to: string) =>
      office.getDefaultCalendarEvents({ from, to }).catch((refusal) => refusal.code);
    expect(await window(dateAfterDays(api, 3), dateAfterDays(api, 1))).toBe("TIME_RANGE_INVALID");
    expect(await window(dateAfterDays(api, 0), dateAfterDays(api, 402))).toBe("TIME_OUT_OF_RANGE");
    expect(await window(dateAfterDays(api, -500), dateAfterDays(api, -50))).toBe("TIME_OUT_OF_RANGE");
    expect(await window(dateAfterDays(api, 0), dateAfterDays(api, 399))).toEqual([]);
  });

  it("a yearly event on 29 February takes place only in leap years", async () => {
    const { office, shift } = await createOffice(api);
    const leap = await office.createDefaultCalendarEvent(shift({ recurrence: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29" }));
    expect(leap.occurrences).toEqual([]);
    await office.createCalendarEventExclusion({ eventId: leap.id, date: "2028-02-29" });
  });

  it("changing a calendar event requires its current lock version", async () => {
    const { office, shift } = await createOffice(api);
    const { id } = await office.createDefaultCalendarEvent(shift());
    const changed = await office.updateDefaultCalendarEvent({ id, lock_version: 0, event_type: "UNAVAILABLE" });
    expect(changed).toMatchObject({ id, event_type: "UNAVAILABLE", lock_version: 1 });
    await expect(office.updateDefaultCalendarEvent({ id, lock_version: 0, note: "Late" })).rejects.toMatchObject({
      code: "LOCK_VERSION_CONFLICT",
    });
  });

  it("a recurring event keeps its local time when the tenant changes its time zone", async () => {
    const { office, shift } = await createOffice(api);
    const { id } = await office.createDefaultCalendarEvent(shift({ recurrence: "FREQ=DAILY" }));
    await api.db.system.run(
      sql`update tenants set timezone = 'America/New_York' where id = ${office.session.tenant.id}`,
    );
    const noted = await office.updateDefaultCalendarEvent({ id, lock_version: 0, note: "Nacht" });
    expect(noted).toMatchObject({ timezone: "Europe/Vienna", start_at: `${dateAfterDays(api, 1)}T21:00:00+00:00` });
  });

  it("occurrences of an endless recurring event are stored 400 days ahead, each once", async () => {
    const { office, shift } = await createOffice(api);
    const event = await office.createDefaultCalendarEvent(shift({ recurrence: "FREQ=DAILY" }));
    const kept = () =>
      api.db.system.one<{ count: number; days: number; last: string }>(sql`
        select count(*) as count, count(distinct date) as days, max(date) as last from calendar_occurrences where event_id = ${event.id}`);
    const before = await kept();
    const inMonths = new Date(api.clock.now().getTime() + 95 * DAY_MS);
    expect(await extendOccurrences(api.db, inMonths)).toBeGreaterThan(0);
    expect(await extendOccurrences(api.db, inMonths)).toBe(0);
    const after = await kept();
    expect(after.days).toBe(after.count);
    expect(after.count - before.count).toBe((Date.parse(after.last) - Date.parse(before.last)) / DAY_MS);
    expect(Date.parse(after.last) - inMonths.getTime()).toBeGreaterThan(430 * DAY_MS);
  });

  it("a tenant has at most 50,000 calendar events, and lists of them that are too long are refused", async () => {
    const { office, vehicle, shift } = await createOffice(api);
    const { id } = await office.createDefaultCalendarEvent(shift({ recurrence: "FREQ=DAILY" }));
    const refused = { status: 422, code: "LIMIT_EXCEEDED" };
    await insertCopiesOfCalendarEvent(api, id, 49_998);
    const last = await office.createDefaultCalendarEvent(shift());
    await expect(office.createDefaultCalendarEvent(shift())).rejects.toMatchObject(refused);
    const split = { id, lock_version: 0, from_date: dateAfterDays(api, 3) };
    await expect(office.updateDefaultCalendarEvent(split)).rejects.toMatchObject(refused);
    await insertOccurrencesForEventCopies(
      api,
      id,
      [1, 2, 3, 4, 5].map((days) => dateAfterDays(api, days)),
    );
    const all = { resource_type: "VEHICLE", resource_id: vehicle.id } as const;
    await expect(office.getDefaultCalendarEvents(all)).rejects.toMatchObject(refused);
    const later = { from: dateAfterDays(api, 7), to: dateAfterDays(api, 8) };
    expect((await office.getDefaultCalendarEvents(later)).map((event) => event.id)).toEqual([id]);
    const noted = await office.updateDefaultCalendarEvent({ id: last.id, lock_version: 0, note: "Nacht" });
    expect(noted).toMatchObject({ note: "Nacht", lock_version: 1 });
    await office.deleteDefaultCalendarEvent({ id: last.id });
  });
});

describe("visibility of an event", () => {
  const api = startApi();
  const see = async (who: ApiSession) => (await who.getDefaultCalendarEvents()).map(({ id }) => id);

  it("a calendar event is visible to the office of its branch and to the person it belongs to", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const office = await api.bearer({ tenant, grants });
    const [northern, southern] = await Promise.all(
      [north, south].map((branch) => api.bearer({ tenant, grants, branchIds: [branch] })),
    );
    const drive = { tenant, roleType: "DRIVER", grants, branchIds: [north] } as const;
    const [driver, colleague] = [await api.bearer(drive), await api.bearer(drive)];
    const tomorrow = {
      start_at: dateAfterDays(api, 1),
      end_at: dateAfterDays(api, 2),
      event_type: "UNAVAILABLE",
    } as const;
    const ofDriver = await office.createDefaultCalendarEvent({
      ...tomorrow,
      resource_type: "USER",
      resource_id: driver.session.user_id as string,
    });
    const car = await office.createVehicle({ license_plate: "G 1", description: "", active: true, capacity: 2 });
    const ofCar = await office.createDefaultCalendarEvent({
      ...tomorrow,
      resource_type: "VEHICLE",
      resource_id: car.id,
    });
    const both = [ofDriver.id, ofCar.id].toSorted();
    expect((await see(office)).toSorted()).toEqual(both);
    expect((await see(northern as ApiSession)).toSorted()).toEqual(both);
    // A vehicle without a branch is visible to every office, and changed only by callers who reach the whole tenant.
    expect(await see(southern as ApiSession)).toEqual([ofCar.id]);
    expect(await see(driver)).toEqual([ofDriver.id]);
    expect(await see(colleague)).toEqual([]);
    const change = { lock_version: 0, note: "Auch am Abend" };
    await expect(
      (southern as ApiSession).updateDefaultCalendarEvent({ id: ofCar.id, ...change }),
    ).rejects.toMatchObject({
      status: 403,
      code: "BRANCH_ACCESS_DENIED",
    });
    await expect(colleague.updateDefaultCalendarEvent({ id: ofDriver.id, ...change })).rejects.toMatchObject({
      status: 404,
    });
    expect(await driver.updateDefaultCalendarEvent({ id: ofDriver.id, ...change })).toMatchObject({ lock_version: 1 });
    expect((await office.getDefaultCalendarEvents({ branch_id: north })).map(({ id }) => id)).toEqual([ofDriver.id]);
  });
});
