import { beforeEach, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";
import { sql } from "#platform/database/sql";
import { insertTour, insertVehicle, setLastVehiclePosition } from "../../testing/fleet";

const grants = [
  "readCalendars",
  "writeCalendars",
  "solveRouting",
  "getSuggestions",
  "createVehicle",
  ...dispatchGrants,
];

/** Tests with a running tour at a place, and a case nearby. */
describe("an absence of a tour's vehicle", () => {
  const api = startApi();
  /**
   * Present moment, read once for each test: between a shift and the one that begins when it ends there must be no gap.
   */
  let now: number;
  beforeEach(() => {
    now = api.clock.now().getTime();
  });
  const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();

  async function aPlannedCase() {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const vehicle_id = await insertVehicle(api.db, tenant.id);
    const tour_id = await insertTour(api.db, tenant.id, { vehicleIds: [vehicle_id] });
    await setLastVehiclePosition(api.db, { vehicleId: vehicle_id });
    const draft = funeralCaseRequest();
    const at = { lat: 47.08, lon: 15.45 };
    const near = await dispatcher.createCase({
      ...draft,
      funeral_data: {
        ...draft.funeral_data,
        source_address: { ...draft.funeral_data?.source_address, ...at },
        target_address: { ...draft.funeral_data?.target_address, ...at },
      },
    } as typeof draft);
    const event = (event_type: "UNAVAILABLE" | "SCHEDULED_SHIFT", from: number, to: number) =>
      dispatcher.createDefaultCalendarEvent({
        start_at: inHours(from),
        end_at: inHours(to),
        event_type,
        resource_type: "VEHICLE",
        resource_id: vehicle_id,
      });
    const assign = (force?: boolean) =>
      dispatcher.receiveAction({
        id: near.id,
        action: "ASSIGN",
        tour_id,
        lock_version: near.lock_version,
        ...(force ? { payload: { force } } : {}),
      });
    return { dispatcher, tour_id, near, event, assign };
  }

  it("an absence of a tour's vehicle prevents assigning a case at that time, unless the dispatcher confirms it", async () => {
    const { event, assign } = await aPlannedCase();
    await event("UNAVAILABLE", 0.5, 8);
    const refused = assign();
    await expect(refused).rejects.toMatchObject({ status: 422, code: "CONSTRAINT_VIOLATED" });
    expect(await refused.catch((refusal) => refusal.arg("constraints"))).toBe("AVAILABILITY_VEHICLE");
    expect(await assign(true)).toMatchObject({
      constraint_violations: [{ constraint: "AVAILABILITY_VEHICLE", level: "SEVERE" }],
    });
  });

  it("an absence violates no rule when it begins after the case or began before the tour", async () => {
    const { event, assign } = await aPlannedCase();
    await event("UNAVAILABLE", 30, 40);
    await event("UNAVAILABLE", -5, 8);
    expect(await assign()).toMatchObject({ constraint_violations: [] });
  });

  it("assigning a case at a time without a shift is a marginal violation, which does not prevent it", async () => {
    const { event, assign } = await aPlannedCase();
    await event("SCHEDULED_SHIFT", 48, 56);
    expect(await assign()).toMatchObject({
      constraint_violations: [{ constraint: "OUTSIDE_SHIFT", level: "MARGINAL" }],
    });
  });

  it.each([
    ["of the day", [[-1, 8]], []],
    ["of several days", [[-30, 60]], []],
    [
      "and another one that follows it",
      [
        [-1, 0.5],
        [0.5, 8],
      ],
      [],
    ],
    ["that ends too early", [[-1, 0.5]], ["OUTSIDE_SHIFT"]],
    ["that was over two weeks ago", [[-15 * 24, -15 * 24 + 8]], []],
  ] as const)(
    "suggestions judge a vehicle with a shift %s as the assignment of the case does",
    async (_which, shifts, rules) => {
      const { dispatcher, near, event, assign } = await aPlannedCase();
      for (const [from, to] of shifts) await event("SCHEDULED_SHIFT", from, to);
      const [suggested] = (await dispatcher.getSuggestions({ case_id: near.id })).suggestions;
      expect(suggested?.violations.map(({ constraint }) => constraint)).toEqual(rules);
      const { constraint_violations } = await assign();
      expect(constraint_violations.map(({ constraint }) => constraint)).toEqual(rules);
    },
  );

  it("the violation level of an absence comes from the tenant's settings", async () => {
    const { dispatcher, event, assign } = await aPlannedCase();
    await api.db.system.run(sql`
      update tenants set settings = jsonb_set(settings, '{constraint_levels}', '{"AVAILABILITY_VEHICLE": "MARGINAL"}')
      where id = ${dispatcher.session.tenant.id}`);
    await event("UNAVAILABLE", 0.5, 8);
    expect(await assign()).toMatchObject({
      constraint_violations: [{ constraint: "AVAILABILITY_VEHICLE", level: "MARGINAL" }],
    });
  });

  it("suggestions name an absence of the vehicle, and a plan gives the tour no cases during it", async () => {
    const { dispatcher, tour_id, near, event } = await aPlannedCase();
    const [free] = (await dispatcher.getSuggestions({ case_id: near.id })).suggestions;
    expect(free).toMatchObject({ tour_id, level: null, violations: [] });
    const request = { case_ids: [near.id], tour_ids: [tour_id] };
    expect(await dispatcher.solveRouting(request)).toMatchObject({ unserved: [] });
    await event("UNAVAILABLE", 0.5, 8);
    const [away] = (await dispatcher.getSuggestions({ case_id: near.id })).suggestions;
    expect(away?.level).toBe("SEVERE");
    expect(away?.violations.map(({ constraint }) => constraint).toSorted()).toEqual([
      "ABSENCE",
      "AVAILABILITY_VEHICLE",
    ]);
    expect(await dispatcher.solveRouting(request)).toMatchObject({
      unserved: [{ case_id: near.id, reason: "ABSENCE" }],
    });
  });

  it("creating or changing an absence or a shift updates the tour's plan within five seconds", async () => {
    const { dispatcher, tour_id, event, assign } = await aPlannedCase();
    const { tour_id: other } = await createTestTourCrew(api, dispatcher.session.tenant);
    await assign();
    const planOf = (id: string) => dispatcher.getTourPlan({ id });
    const settle = async () => {
      api.clock.advance({ seconds: 5 });
      await api.app.plans.runDue();
    };
    await settle();
    expect(await planOf(tour_id)).toMatchObject({ status: "FRESH", level: null });
    const untouched = await planOf(other);
    const tells = async (level: "SEVERE" | null) => {
      expect((await planOf(tour_id)).status).toBe("STALE");
      await settle();
      const plan = await planOf(tour_id);
      expect([plan.status, plan.level]).toEqual(["FRESH", level]);
      const told = plan.violations.map(({ constraint }) => constraint);
      expect(told).toEqual(level === null ? [] : ["ABSENCE"]);
    };
    const absence = await event("UNAVAILABLE", 0.5, 8);
    await tells("SEVERE");
    const { id } = absence;
    await dispatcher.updateDefaultCalendarEvent({ id, lock_version: 0, start_at: inHours(30), end_at: inHours(40) });
    await tells(null);
    await dispatcher.updateDefaultCalendarEvent({ id, lock_version: 1, start_at: inHours(0.5), end_at: inHours(8) });
    await tells("SEVERE");
    const [listed] = await dispatcher.getDefaultCalendarEvents();
    const date = listed?.occurrences[0]?.date as string;
    const exclusion = await dispatcher.createCalendarEventExclusion({ eventId: id, date });
    await tells(null);
    await dispatcher.deleteCalendarEventExclusion({ eventId: id, id: exclusion.id });
    await tells("SEVERE");
    const spare = await dispatcher.createVehicle({ license_plate: "G 2", description: "", active: true, capacity: 2 });
    await dispatcher.updateDefaultCalendarEvent({ id, lock_version: 2, resource_id: spare.id });
    await tells(null);
    await dispatcher.updateDefaultCalendarEvent({ id, lock_version: 3, resource_id: absence.resource_id });
    await tells("SEVERE");
    await dispatcher.deleteDefaultCalendarEvent({ id });
    await tells(null);
    await event("SCHEDULED_SHIFT", 0, 8);
    await tells(null);
    expect((await planOf(other)).computed_at).toBe(untouched.computed_at);
  });

  it("an absence of a crew member updates the plans of all their unfinished tours", async () => {
    const { dispatcher, tour_id, assign } = await aPlannedCase();
    await assign();
    const { user_id, tenant } = dispatcher.session;
    await api.db.system.run(sql`
      insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${tour_id}, ${user_id})`);
    api.clock.advance({ seconds: 5 });
    await api.app.plans.runDue();
    await dispatcher.createDefaultCalendarEvent({
      start_at: inHours(0.5),
      end_at: inHours(8),
      event_type: "UNAVAILABLE",
      resource_type: "USER",
      resource_id: user_id as string,
    });
    expect((await dispatcher.getTourPlan({ id: tour_id })).status).toBe("STALE");
    api.clock.advance({ seconds: 5 });
    await api.app.plans.runDue();
    expect(await dispatcher.getTourPlan({ id: tour_id })).toMatchObject({ status: "FRESH", level: "SEVERE" });
  });
});
