import { randomUUID } from "node:crypto";
import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import { describe, expect, it } from "vitest";
import { noProviderSettings, ProviderClients } from "#platform/providers/providers";
import type { RoadRouter } from "#modules/roads/index";
import { claimDueTourPlans } from "#modules/tour-plans/index";
import { funeralCaseRequest, roadsideCaseRequest } from "../../testing/cases";
import { dispatchGrants } from "../../testing/dispatch";
import {
  readCurrentCursor,
  followStream,
  receiveMessagesUntilTitle,
  announceTitledEvent,
} from "../../testing/live-streams";
import { type ApiSession, startApi } from "../../testing/start-api";
import { refreshTourPlan, type TourTimingServices } from "./refresh.service";
import {
  pointKilometresNorthOfTourStart,
  stopNamesOf,
  createToursWithPlans,
  transportCaseRequestBetween,
} from "../../testing/tour-plans/tours-with-plans";

/** Router with straight lines, as where no map was imported. */
const estimateRouter: RoadRouter = {
  name: "estimate",
  isEstimate: true,
  attribution: null,
  directions: () => Promise.reject(new Error("not asked")),
  matrix: (sources, destinations) => {
    const ways = sources.map((from) => destinations.map((to) => estimateDistanceAndDuration(from, to)));
    return Promise.resolve({
      durations: ways.map((row) => row.map(({ duration_seconds }) => duration_seconds)),
      distances: ways.map((row) => row.map(({ distance_meters }) => distance_meters)),
    });
  },
};

describe("the plan of a tour", () => {
  const api = startApi();
  const { aDispatcher, aTour, assigned, reports, settle } = createToursWithPlans(api);
  const partsWith = (router: RoadRouter): TourTimingServices => {
    const { db, clock } = api;
    return { db, clock, providers: new ProviderClients(noProviderSettings, clock), routers: () => router };
  };

  /** Sets the clock five minutes ahead of the database's, whose times then are in the past. */
  const standAhead = () => {
    api.clock.advance({ minutes: 5 });
    api.clock.freeze();
  };

  it("the plan of a tour has its stops in the order of the assignments, with times, and its links have the same arrivals", async () => {
    standAhead();
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    const near = await assigned(dispatcher, tour_id, transportCaseRequestBetween(5, 10));
    const far = await assigned(dispatcher, tour_id, transportCaseRequestBetween(12, 20));
    expect(await dispatcher.getTourPlan({ id: tour_id })).toMatchObject({ status: "STALE", stops: [] });
    await settle();
    const plan = await dispatcher.getTourPlan({ id: tour_id });
    expect(plan).toMatchObject({ tour_id, status: "FRESH", source: "estimate", estimated: true });
    expect(stopNamesOf(plan, { [near]: "near", [far]: "far" })).toEqual([
      "near PICKUP",
      "near DELIVERY",
      "far PICKUP",
      "far DELIVERY",
    ]);
    const [first, second] = plan.stops;
    expect(first?.place).toEqual({ name: "Landeskrankenhaus", city: "Graz", ...pointKilometresNorthOfTourStart(5) });
    expect(first?.distance_meters).toBeGreaterThan(6_000);
    expect(first?.distance_meters).toBeLessThan(7_000);
    const ms = (time: string | undefined) => Date.parse(time ?? "");
    expect(ms(first?.arrival_at)).toBeCloseTo(api.clock.now().getTime() + (first?.drive_seconds ?? 0) * 1000, -4);
    expect(ms(first?.leaves_at) - ms(first?.begins_at)).toBe(30 * 60_000);
    expect(ms(second?.arrival_at) - ms(first?.leaves_at)).toBeCloseTo((second?.drive_seconds ?? 0) * 1000, -4);
    expect(plan.ends_at).toBe(plan.stops.at(-1)?.leaves_at);
    const links = await Promise.all(
      [near, far].map(async (id) => (await dispatcher.getCase({ id })).tour_case_states?.[0]),
    );
    expect(links.map((link) => [link?.position, link?.eta_source])).toEqual([
      [1, "PLAN"],
      [2, "PLAN"],
    ]);
    expect(ms(links[1]?.eta ?? "")).toBe(ms(plan.stops[2]?.arrival_at));
  });

  it("the crew's own estimate of its arrival takes precedence over the plan until the crew has arrived", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id, driver } = await aTour(dispatcher);
    const id = await assigned(dispatcher, tour_id);
    const eta = new Date(api.clock.now().getTime() + 7_200_000).toISOString();
    await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1, payload: { eta } });
    await settle();
    const linkNow = async () => (await dispatcher.getCase({ id })).tour_case_states?.[0];
    expect(await linkNow()).toMatchObject({ eta_source: "CREW" });
    expect(Date.parse((await linkNow())?.eta ?? "")).toBe(Date.parse(eta));
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 2 });
    await driver.receiveAction({ id, action: "ARRIVE", tour_id, lock_version: 3 });
    const payload = { identity_confirmed: true, belongings_confirmed: true };
    await driver.receiveAction({ id, action: "LOAD", tour_id, lock_version: 4, payload });
    await settle();
    const { stops } = await dispatcher.getTourPlan({ id: tour_id });
    expect(await linkNow()).toMatchObject({ eta_source: "PLAN" });
    expect(stops.map(({ kind }) => kind)).toEqual(["DELIVERY"]);
    expect(Date.parse((await linkNow())?.eta ?? "")).toBe(Date.parse(stops[0]?.arrival_at ?? ""));
  });

  it("the plan of a crew that has arrived counts down the remaining work, instead of restarting it", async () => {
    standAhead();
    const dispatcher = await aDispatcher();
    const { tour_id, driver } = await aTour(dispatcher);
    const id = await assigned(dispatcher, tour_id);
    await driver.receiveAction({ id, action: "START", tour_id, lock_version: 1 });
    await driver.receiveAction({ id, action: "ARRIVE", tour_id, lock_version: 2 });
    await reports(tour_id, 5);
    await settle();
    const before = await dispatcher.getTourPlan({ id: tour_id });
    api.clock.advance({ minutes: 6 });
    await api.app.plans.runDue();
    const after = await dispatcher.getTourPlan({ id: tour_id });
    expect(after.computed_at).not.toBe(before.computed_at);
    expect(Math.abs(Date.parse(after.ends_at ?? "") - Date.parse(before.ends_at ?? ""))).toBeLessThan(90_000);
    expect(after.stops[0]?.arrival_at).toBe(before.stops[0]?.arrival_at);
  });

  it.each([
    [
      "an action",
      async (dispatcher: ApiSession, id: string, tour_id: string) =>
        dispatcher.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 }),
    ],
    [
      "other times",
      async (dispatcher: ApiSession, id: string) =>
        dispatcher.updateCaseTimeWindow({
          id,
          due_at: new Date(api.clock.now().getTime() + 7.2e6).toISOString(),
          lock_version: 1,
        }),
    ],
    [
      "another place",
      async (dispatcher: ApiSession, id: string) =>
        dispatcher.updateCase({ id, ...transportCaseRequestBetween(7, 10), lock_version: 1 }),
    ],
    [
      "a break",
      async (dispatcher: ApiSession, _id: string, tour_id: string) =>
        dispatcher.updateTourStartedSubState({ id: tour_id, started_sub_state: "ON_A_BREAK" }),
    ],
  ])(
    "the plan of a tour is marked as stale after %s, and computed again within five seconds",
    async (_what, change) => {
      const dispatcher = await aDispatcher();
      const { tour_id } = await aTour(dispatcher);
      const id = await assigned(dispatcher, tour_id);
      await settle();
      const before = await dispatcher.getTourPlan({ id: tour_id });
      expect(before.status).toBe("FRESH");
      await change(dispatcher, id, tour_id);
      expect((await dispatcher.getTourPlan({ id: tour_id })).status).toBe("STALE");
      await settle();
      const after = await dispatcher.getTourPlan({ id: tour_id });
      expect(after.status).toBe("FRESH");
      expect(after.computed_at).not.toBe(before.computed_at);
    },
  );

  it("the plan of a tour is partial if a case is postponed or has no place, and empty when the tour has ended", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    const known = await assigned(dispatcher, tour_id);
    await assigned(dispatcher, tour_id, funeralCaseRequest());
    await settle();
    const plan = await dispatcher.getTourPlan({ id: tour_id });
    expect([plan.status, new Set(plan.stops.map(({ case_id }) => case_id))]).toEqual(["PARTIAL", new Set([known])]);
    await dispatcher.finishTour({ id: tour_id, lock_version: 0 });
    await settle();
    expect(await dispatcher.getTourPlan({ id: tour_id })).toMatchObject({ status: "FRESH", stops: [], ends_at: null });
  });

  it("the plan of a scheduled tour begins at the planned start of the tour", async () => {
    standAhead();
    const dispatcher = await aDispatcher("createTour");
    const scheduled_start_at = new Date(api.clock.now().getTime() + 5 * 3_600_000).toISOString();
    const tour = await dispatcher.createScheduledTour({ scheduled_start_at });
    await assigned(dispatcher, tour.id);
    await settle();
    const { stops } = await dispatcher.getTourPlan({ id: tour.id });
    expect(Date.parse(stops[0]?.arrival_at ?? "")).toBeGreaterThanOrEqual(Date.parse(scheduled_start_at) - 1000);
  });

  it("the plan of a tour is computed again when the crew is two minutes early or late, and not for less", async () => {
    standAhead();
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    await assigned(dispatcher, tour_id, transportCaseRequestBetween(30, 40));
    await settle();
    const before = await dispatcher.getTourPlan({ id: tour_id });
    api.clock.advance({ seconds: 70 });
    await reports(tour_id, 1);
    await api.app.plans.watch();
    await api.app.plans.runDue();
    expect((await dispatcher.getTourPlan({ id: tour_id })).computed_at).toBe(before.computed_at);
    api.clock.advance({ seconds: 150 });
    await reports(tour_id, 1);
    await api.app.plans.watch();
    await api.app.plans.runDue();
    const after = await dispatcher.getTourPlan({ id: tour_id });
    expect(
      Date.parse(after.stops[0]?.arrival_at ?? "") - Date.parse(before.stops[0]?.arrival_at ?? ""),
    ).toBeGreaterThan(120_000);
  });

  it("the plan of a tour is announced at most once in ten seconds and only when it has changed, with the promised arrivals that have moved", async () => {
    standAhead();
    const dispatcher = await aDispatcher("getDashboard", "getAreas");
    const { tour_id } = await aTour(dispatcher);
    const id = await assigned(dispatcher, tour_id);
    const lastEventId = await readCurrentCursor(api.db, dispatcher);
    const told = async () => {
      const here = randomUUID();
      await api.db.transaction(dispatcher.session.tenant.id, async (tx) => announceTitledEvent(tx, here));
      const messages = await receiveMessagesUntilTitle(
        followStream({ url: api.url, session: dispatcher, lastEventId }),
        here,
      );
      return messages.flatMap((message) => (message.type === "tour plan" ? [message.data] : []));
    };
    await settle();
    expect(await told()).toMatchObject([
      { tour_id, status: "FRESH", stops_left: 2, moved: [], next_stop: { case_id: id } },
    ]);
    await dispatcher.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    await settle();
    expect(await told()).toHaveLength(1);
    await assigned(dispatcher, tour_id, transportCaseRequestBetween(12, 20));
    await settle();
    // Ten seconds have not passed since the last announcement.
    expect(await told()).toHaveLength(1);
    api.clock.advance({ seconds: 8 });
    await api.app.plans.runDue();
    expect((await told()).slice(1)).toMatchObject([{ stops_left: 4, moved: [] }]);
    api.clock.advance({ minutes: 9 });
    await api.app.plans.runDue();
    const moved = (await told()).at(-1)?.moved ?? [];
    expect(moved.map(({ kind }) => kind)).toContain("PICKUP");
    expect(Date.parse(moved[0]?.arrival_at ?? "") - Date.parse(moved[0]?.promised_at ?? "")).toBeGreaterThan(300_000);
  });

  it("the plan of a tour is computed again when a change happens during its computation", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    const first = await assigned(dispatcher, tour_id);
    let late = "";
    const slow: RoadRouter = {
      ...estimateRouter,
      matrices: async (requests) => {
        if (late === "") late = await assigned(dispatcher, tour_id, transportCaseRequestBetween(12, 20));
        return Promise.all(requests.map(({ places }) => estimateRouter.matrix(places, places)));
      },
    };
    api.clock.advance({ seconds: 3 });
    await refreshTourPlan(partsWith(slow), { tenant_id: dispatcher.session.tenant.id, tour_id });
    const between = await dispatcher.getTourPlan({ id: tour_id });
    expect([between.status, new Set(between.stops.map(({ case_id }) => case_id))]).toEqual(["STALE", new Set([first])]);
    await settle();
    const after = await dispatcher.getTourPlan({ id: tour_id });
    expect([after.status, new Set(after.stops.map(({ case_id }) => case_id))]).toEqual([
      "FRESH",
      new Set([first, late]),
    ]);
  });

  it("the plan of a tour keeps a new order of stops that was set and timed during an older computation", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    const [a, b] = [
      await assigned(dispatcher, tour_id),
      await assigned(dispatcher, tour_id, transportCaseRequestBetween(12, 20)),
    ];
    await settle();
    const { version } = await dispatcher.getTourPlan({ id: tour_id });
    const sequence = [b, a].flatMap((case_id) => [
      { case_id, kind: "PICKUP" as const },
      { case_id, kind: "DELIVERY" as const },
    ]);
    let given: Awaited<ReturnType<typeof dispatcher.updateTourSequence>> | undefined;
    const slow: RoadRouter = {
      ...estimateRouter,
      matrices: async (requests) => {
        given ??= await dispatcher.updateTourSequence({ id: tour_id, sequence, version });
        return Promise.all(requests.map(({ places }) => estimateRouter.matrix(places, places)));
      },
    };
    await refreshTourPlan(partsWith(slow), { tenant_id: dispatcher.session.tenant.id, tour_id });
    expect(given).toMatchObject({ status: "FRESH", version: version + 1 });
    expect(stopNamesOf(given!, { [a]: "a", [b]: "b" })).toEqual(["b PICKUP", "b DELIVERY", "a PICKUP", "a DELIVERY"]);
    expect(await dispatcher.getTourPlan({ id: tour_id })).toEqual(given);
  });

  it("the plan of a tour is computed by another node when the one that started the computation has died", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    await assigned(dispatcher, tour_id);
    api.clock.advance({ seconds: 3 });
    const claimed = await claimDueTourPlans(api.db.system, { now: api.clock.now(), most: 1_000 });
    expect(claimed.map((plan) => plan.tour_id)).toContain(tour_id);
    api.clock.advance({ seconds: 50 });
    await api.app.plans.runDue();
    expect((await dispatcher.getTourPlan({ id: tour_id })).status).toBe("STALE");
    api.clock.advance({ seconds: 11 });
    await api.app.plans.runDue();
    expect((await dispatcher.getTourPlan({ id: tour_id })).status).toBe("FRESH");
  });

  it("the plan of a tour uses straight lines and is marked as estimated while the router does not respond", async () => {
    const dispatcher = await aDispatcher();
    const { tour_id } = await aTour(dispatcher);
    await assigned(dispatcher, tour_id);
    const silent: RoadRouter = {
      ...estimateRouter,
      isEstimate: false,
      matrices: () => Promise.reject(new Error("no answer")),
    };
    await refreshTourPlan(partsWith(silent), { tenant_id: dispatcher.session.tenant.id, tour_id });
    const plan = await dispatcher.getTourPlan({ id: tour_id });
    expect([plan.status, plan.estimated, plan.stops.length]).toEqual(["FRESH", true, 2]);
  });

  it("computing plans delays no action, and lists every case once, while cases are moved between tours", async () => {
    const dispatcher = await aDispatcher();
    const tours = [(await aTour(dispatcher)).tour_id, (await aTour(dispatcher)).tour_id] as const;
    const cases = await Promise.all(Array.from({ length: 4 }, () => assigned(dispatcher, tours[0])));
    api.clock.advance({ seconds: 3 });
    let isMoving = true;
    const computing = (async () => {
      for (; isMoving; api.clock.advance({ seconds: 3 })) await api.app.plans.runDue();
    })();
    await Promise.all(
      cases.map(async (id) => {
        for (let lock_version = 1; lock_version <= 10; lock_version++) {
          const [from_tour_id, to_tour_id] = lock_version % 2 === 1 ? tours : ([tours[1], tours[0]] as const);
          await dispatcher.reassignCase({ id, from_tour_id, to_tour_id, lock_version });
        }
      }),
    );
    isMoving = false;
    await computing;
    await settle();
    const plans = await dispatcher.getTourPlans({ tour_ids: [...tours] });
    const stops = plans.flatMap((plan) => plan.stops.map(({ case_id, kind }) => `${plan.tour_id} ${case_id} ${kind}`));
    expect(stops.toSorted()).toEqual(
      cases.flatMap((id) => [`${tours[0]} ${id} DELIVERY`, `${tours[0]} ${id} PICKUP`]).toSorted(),
    );
    expect(plans.map(({ status }) => status)).toEqual(["FRESH", "FRESH"]);
  });

  it("the plan of a roadside tour leads to the breakdown and on to the towing destination", async () => {
    const tenant = await api.aTenant("ROADSIDE_ASSISTANCE");
    const club = await api.bearer({ tenant, grants: dispatchGrants });
    const { tour_id } = await aTour(club);
    const { id } = await club.createCase(roadsideCaseRequest());
    await club.assignCaseToTour({ id: tour_id, case_id: id, lock_version: 0 });
    await settle();
    expect((await club.getTourPlan({ id: tour_id })).stops.map(({ kind }) => kind)).toEqual(["PICKUP"]);
  });
});
