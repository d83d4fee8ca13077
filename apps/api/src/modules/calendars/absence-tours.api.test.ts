import { beforeAll, describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { aDepot, type Depot, morning, officeGrants } from "../../testing/tours";

const grants = ["readCalendars", "writeCalendars", ...officeGrants];
const { scheduled_start_at } = morning;
/** Two hours in the middle of the morning. */
const midMorning = { start_at: "2027-03-02T08:00:00Z", end_at: "2027-03-02T10:00:00Z" };

describe("an absence over tours that are planned already", () => {
  const api = startApi();
  type Office = Awaited<ReturnType<typeof api.signIn>>;
  let depot: Depot;
  let office: Office;
  beforeAll(async () => {
    office = await api.signIn(...grants);
    depot = await aDepot(api, office.session.tenant);
  });

  const absence = (resource_type: "USER" | "VEHICLE", resource_id: string, change: object = {}) =>
    office.createDefaultCalendarEvent({
      ...midMorning,
      event_type: "UNAVAILABLE",
      resource_type,
      resource_id,
      ...change,
    });

  it("of a person says which they are, whom it concerns and what helps", async () => {
    const [driver, mate] = [await depot.aUser(), await depot.aUser()];
    const crew = { branch_id: depot.branch, user_ids: [driver, mate] };
    const busy = await office.createScheduledTour({ ...morning, ...crew, name: "Früh" });
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

  it("of a vehicle that comes again names each tour with the first time that hits it", async () => {
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

  it("is over none when it ends as the tour begins, when it is a shift, and for tours that are finished", async () => {
    const vehicle = await depot.aVehicle();
    const planned = await office.createScheduledTour({ ...morning, vehicles: [{ vehicle_id: vehicle }] });
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

  it("is over a running tour when it begins after the start, and not when the crew has shown up in spite of it", async () => {
    const user = await depot.aUser();
    const { id } = await office.createAndStartTour({ user_ids: [user] });
    const during = await absence("USER", user, { start_at: inHours(1), end_at: inHours(2) });
    expect(during.tours).toMatchObject([{ id, status: "STARTED", ways_out: ["finishTour"] }]);
    const earlier = await absence("USER", user, { start_at: inHours(-1), end_at: inHours(2) });
    expect(earlier.tours).toEqual([]);
    // A tour without a planned end is over by tomorrow.
    const later = await absence("USER", user, { start_at: inHours(30), end_at: inHours(40) });
    expect(later.tours).toEqual([]);
  });
  const inHours = (hours: number) => new Date(api.clock.now().getTime() + hours * 3_600_000).toISOString();

  it("names to an office the tours of its own branches alone", async () => {
    const elsewhere = await aDepot(api, depot.tenant);
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

  it("names no tours to those who may read none", async () => {
    const vehicle = await depot.aVehicle();
    await office.createScheduledTour({ ...morning, vehicles: [{ vehicle_id: vehicle }] });
    const clerk = await api.bearer({ tenant: depot.tenant, grants: ["writeCalendars"] });
    const { tours } = await clerk.createDefaultCalendarEvent({
      ...midMorning,
      event_type: "UNAVAILABLE",
      resource_type: "VEHICLE",
      resource_id: vehicle,
    });
    expect(tours).toBeNull();
  });
});
