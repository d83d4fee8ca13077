import { ABSENCE_TOURS_MAX } from "@leitstand/contract/board/absence-tours";
import { beforeAll, describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { createDepot, type DepotFixture, morningShiftTimes, tourOfficeGrants } from "../../testing/tours";
import { buildIcsEventLines, buildIcsCalendarText } from "./import/ics-testkit";

const grants = ["readCalendars", "writeCalendars", ...tourOfficeGrants];
const { scheduled_start_at } = morningShiftTimes;
/** Absence of two hours in the middle of the morning. */
const midMorningAbsence = { start_at: "2027-03-02T08:00:00Z", end_at: "2027-03-02T10:00:00Z" };

describe("planned tours that an absence falls into", () => {
  const api = startApi();
  type Office = Awaited<ReturnType<typeof api.signIn>>;
  let depot: DepotFixture;
  let office: Office;
  beforeAll(async () => {
    office = await api.signIn(...grants);
    depot = await createDepot(api, office.session.tenant);
  });

  const absence = (resource_type: "USER" | "VEHICLE", resource_id: string, change: object = {}) =>
    office.createDefaultCalendarEvent({
      ...midMorningAbsence,
      event_type: "UNAVAILABLE",
      resource_type,
      resource_id,
      ...change,
    });

  it("the answer about a person's absence lists the planned tours at that time, their crew, and the operations that help", async () => {
    const [driver, mate] = [await depot.aUser(), await depot.aUser()];
    const crew = { branch_id: depot.branch, user_ids: [driver, mate] };
    const busy = await office.createScheduledTour({ ...morningShiftTimes, ...crew, name: "Früh" });
    await depot.aCaseOn(busy.id);
    await depot.aCaseOn(busy.id, { state: "DONE", bucket: "finished" });
    const { tours } = await absence("USER", driver);
    expect(tours).toEqual([
      {
        id: busy.id,
        natural_id: busy.natural_id,
        name: "Früh",
        branch_id: depot.branch,
        status: "SCHEDULED",
        start_at: "2027-03-02T06:00:00+00:00",
        end_at: "2027-03-02T14:00:00+00:00",
        absent_from: "2027-03-02T08:00:00+00:00",
        user_ids: [driver, mate].toSorted(),
        open_cases: 1,
        ways_out: ["setScheduledTourUsers", "reassignCase"],
      },
    ]);
  });

  it("the answer about a vehicle's recurring absence lists each affected tour with the first occurrence that overlaps it", async () => {
    const vehicle = await depot.aVehicle();
    const onDay = (day: string) => ({
      scheduled_start_at: `${day}T06:00:00Z`,
      scheduled_end_at: `${day}T14:00:00Z`,
      vehicles: [{ vehicle_id: vehicle }],
    });
    const [first, second] = [
      await office.createScheduledTour(onDay("2027-03-09")),
      await office.createScheduledTour(onDay("2027-03-16")),
    ];
    await office.createScheduledTour(onDay("2027-03-10"));
    const { tours } = await absence("VEHICLE", vehicle, { recurrence: "FREQ=WEEKLY;COUNT=3" });
    expect(tours?.map(({ id, absent_from, ways_out }) => [id, absent_from.slice(0, 10), ways_out])).toEqual([
      [first.id, "2027-03-09", ["setScheduledTourVehicles", "deleteScheduledTour"]],
      [second.id, "2027-03-16", ["setScheduledTourVehicles", "deleteScheduledTour"]],
    ]);
  });

  it("an absence affects no tour that begins when it ends or is finished, and a planned shift affects none", async () => {
    const vehicle = await depot.aVehicle();
    const planned = await office.createScheduledTour({ ...morningShiftTimes, vehicles: [{ vehicle_id: vehicle }] });
    const before = await absence("VEHICLE", vehicle, {
      start_at: "2027-03-02T05:00:00Z",
      end_at: scheduled_start_at,
    });
    expect(before.tours).toEqual([]);
    expect((await absence("VEHICLE", vehicle, { event_type: "SCHEDULED_SHIFT" })).tours).toEqual([]);
    const { id, lock_version } = before;
    const moved = await office.updateDefaultCalendarEvent({ id, lock_version, end_at: "2027-03-02T06:30:00Z" });
    expect(moved.tours?.map((tour) => tour.id)).toEqual([planned.id]);
    const started = await office.startTour({ id: planned.id, lock_version: planned.lock_version });
    await office.finishTour({ id: planned.id, lock_version: started.lock_version });
    expect((await absence("VEHICLE", vehicle)).tours).toEqual([]);
  });

  it("an absence affects a running tour only when it begins after the start of the tour, because the crew was there at the start", async () => {
    const user = await depot.aUser();
    const { id } = await office.createAndStartTour({ user_ids: [user] });
    const during = await absence("USER", user, { start_at: inHours(1), end_at: inHours(2) });
    expect(during.tours).toMatchObject([{ id, status: "STARTED", ways_out: ["finishTour"] }]);
    const earlier = await absence("USER", user, { start_at: inHours(-1), end_at: inHours(2) });
    expect(earlier.tours).toEqual([]);
    // A tour without a planned end is taken to be over by tomorrow.
    const later = await absence("USER", user, { start_at: inHours(30), end_at: inHours(40) });
    expect(later.tours).toEqual([]);
  });

  it("an absence affects a running tour whose planned times are not now: it started early, or has run on past its end", async () => {
    const startedTour = async (from: number, to: number) => {
      const user = await depot.aUser();
      const times = { scheduled_start_at: inHours(from), scheduled_end_at: inHours(to) };
      const planned = await office.createScheduledTour({ ...times, user_ids: [user] });
      await office.startTour({ id: planned.id, lock_version: planned.lock_version });
      return { user, id: planned.id };
    };
    const overtime = await startedTour(1, 8);
    const early = await startedTour(12, 20);
    api.clock.advance({ hours: 9 });
    const goneHome = await absence("USER", overtime.user, { start_at: inHours(0.2), end_at: inHours(12) });
    expect(goneHome.tours).toMatchObject([{ id: overtime.id }]);
    const atTheDoctor = await absence("USER", early.user, { start_at: inHours(0.5), end_at: inHours(1) });
    expect(atTheDoctor.tours).toMatchObject([{ id: early.id }]);
  });
  const inHours = (hours: number) => new Date(api.clock.now().getTime() + hours * 3_600_000).toISOString();

  it("an absence lists only affected tours of the caller's own branches", async () => {
    const elsewhere = await createDepot(api, depot.tenant);
    const branchIds = [depot.branch];
    const near = await api.bearer({ tenant: depot.tenant, grants, branchIds });
    const user = await depot.aUser();
    const tourOf = (branch_id: string, day: string) =>
      office.createScheduledTour({
        branch_id,
        user_ids: [user],
        scheduled_start_at: `${day}T06:00:00Z`,
        scheduled_end_at: `${day}T14:00:00Z`,
      });
    const own = await tourOf(depot.branch, "2027-03-03");
    await tourOf(elsewhere.branch, "2027-03-04");
    const { tours } = await near.createDefaultCalendarEvent({
      start_at: "2027-03-01",
      end_at: "2027-03-08",
      all_day: true,
      event_type: "UNAVAILABLE",
      resource_type: "USER",
      resource_id: user,
    });
    expect(tours?.map(({ id }) => id)).toEqual([own.id]);
  });

  it("absences imported from a file list the affected tours, in the dry run and in the import", async () => {
    const vehicle = await depot.aVehicle();
    const planned = await office.createScheduledTour({ ...morningShiftTimes, vehicles: [{ vehicle_id: vehicle }] });
    const ics = buildIcsCalendarText(
      buildIcsEventLines("early", "DTSTART:20270302T050000Z", "DTEND:20270302T060000Z"),
      buildIcsEventLines("noon", "DTSTART:20270302T110000Z", "DTEND:20270302T120000Z"),
      buildIcsEventLines("later", "DTSTART:20270302T130000Z", "DTEND:20270302T150000Z"),
    );
    const read = (event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT", dry_run: boolean) =>
      office.importCalendarEvents({ ics, event_type, dry_run, resource_type: "VEHICLE", resource_id: vehicle });
    expect(await read("SCHEDULED_SHIFT", true)).toMatchObject({ tours: [], tours_total: 0 });
    const tours = [{ id: planned.id, absent_from: "2027-03-02T11:00:00+00:00" }];
    expect(await read("UNAVAILABLE", true)).toMatchObject({ applied: false, tours, tours_total: 1 });
    expect(await read("UNAVAILABLE", false)).toMatchObject({ applied: true, tours, tours_total: 1 });
    expect(await read("UNAVAILABLE", false)).toMatchObject({ unchanged: 3, tours: [], tours_total: 0 });
  });

  it("an absence that affects more tours than are listed gives their total number", async () => {
    const vehicle = await depot.aVehicle();
    for (let day = 0; day <= ABSENCE_TOURS_MAX; day++) {
      const at = (hour: number) => new Date(Date.UTC(2027, 4, 1 + day, hour)).toISOString();
      const times = { scheduled_start_at: at(6), scheduled_end_at: at(14) };
      await office.createScheduledTour({ ...times, vehicles: [{ vehicle_id: vehicle }] });
    }
    const { tours, tours_total } = await absence("VEHICLE", vehicle, {
      start_at: "2027-05-01T08:00:00Z",
      end_at: "2027-05-01T10:00:00Z",
      recurrence: "FREQ=DAILY;COUNT=60",
    });
    expect([tours?.length, tours_total]).toEqual([ABSENCE_TOURS_MAX, ABSENCE_TOURS_MAX + 1]);
  });

  it("an absence lists no affected tours to callers who may not read tours", async () => {
    const vehicle = await depot.aVehicle();
    await office.createScheduledTour({ ...morningShiftTimes, vehicles: [{ vehicle_id: vehicle }] });
    const clerk = await api.bearer({ tenant: depot.tenant, grants: ["writeCalendars"] });
    const { tours, tours_total } = await clerk.createDefaultCalendarEvent({
      ...midMorningAbsence,
      event_type: "UNAVAILABLE",
      resource_type: "VEHICLE",
      resource_id: vehicle,
    });
    expect([tours, tours_total]).toEqual([null, null]);
  });
});
