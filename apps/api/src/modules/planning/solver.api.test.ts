import { describe, expect, it } from "vitest";
import { createClient } from "@leitstand/client/client";
import { sql } from "#platform/database/sql";
import { noProviderSettings } from "#platform/providers/providers";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { type ReceivedRequest, serverMisbehaviours, startStandInServer } from "../../testing/stand-in";
import { startApi } from "../../testing/start-api";
import { startTestServerNode } from "../../testing/start-node";
import { insertTour, setLastVehiclePosition } from "../../testing/fleet";

const grants = ["solveRouting", "getSuggestions", ...dispatchGrants];
const positionOffset = (east: number, north: number) => [15.44 + east / 76, 47.07 + north / 111];
const UNKNOWN_ID = "0b5e7a1c-3d2f-4a6b-8c9d-1e2f3a4b5c6d";

describe("planning tours", () => {
  const api = startApi();
  const standIn = startStandInServer();

  it("solveRouting plans which of the given vehicles serves which of the given stops, in an efficient order", async () => {
    const dispatcher = await api.signIn(...grants);
    const plan = await dispatcher.solveRouting({
      vehicles: [
        { id: "north", start: positionOffset(0, 10), capacity: 2 },
        { id: "south", start: positionOffset(0, -10), capacity: 2 },
      ],
      stops: [
        { id: "n2", location: positionOffset(0, 14), service_seconds: 300 },
        { id: "n1", location: positionOffset(0, 12), service_seconds: 300 },
        { id: "s1", location: positionOffset(0, -12), service_seconds: 300 },
      ],
    });
    expect(plan).toMatchObject({ solver: "embedded", source: "estimate", estimated: true, unserved: [] });
    const orderOf = (id: string) =>
      plan.routes.find(({ vehicle_id }) => vehicle_id === id)?.stops.flatMap(({ stop_id }) => stop_id ?? []);
    expect(orderOf("north")).toEqual(["n1", "n2"]);
    expect(orderOf("south")).toEqual(["s1"]);
    for (const { stops } of plan.routes) {
      const times = stops.flatMap(({ arrival_at, leaves_at }) => [arrival_at, leaves_at]);
      expect(times).toEqual(times.toSorted());
    }
  });

  it("a plan gives the reason for each stop that no vehicle serves", async () => {
    const dispatcher = await api.signIn(...grants);
    const day = "2026-03-02T";
    const { unserved } = await dispatcher.solveRouting({
      vehicles: [
        {
          id: "only",
          start: positionOffset(0, 0),
          capacity: 1,
          time_window: { from: `${day}08:00:00Z`, to: `${day}10:00:00Z` },
        },
      ],
      stops: [
        { id: "heavy", location: positionOffset(0, 1), pickup: 3 },
        { id: "special", location: positionOffset(0, 1), skills: ["crane"] },
        {
          id: "late",
          location: positionOffset(0, 1),
          time_windows: [{ from: `${day}12:00:00Z`, to: `${day}13:00:00Z` }],
        },
        { id: "fine", location: positionOffset(0, 1) },
      ],
    });
    expect(Object.fromEntries(unserved.map(({ stop_id, reason }) => [stop_id, reason]))).toEqual({
      heavy: "CAPACITY",
      special: "SKILL",
      late: expect.stringMatching(/TIME_WINDOW|SHIFT_END/),
    });
  });

  it("a plan gives any load to a vehicle without a capacity limit, and only two to one with a capacity of two", async () => {
    const dispatcher = await api.signIn(...grants);
    const { unserved, routes } = await dispatcher.solveRouting({
      vehicles: [
        { id: "any", start: positionOffset(0, 0) },
        { id: "two", start: positionOffset(0, 0), capacity: 2 },
      ],
      stops: [
        { id: "a", location: positionOffset(0, 1), pickup: 900 },
        { id: "b", location: positionOffset(0, 2), delivery: 500 },
      ],
      shipments: [
        { id: "c", pickup: { location: positionOffset(0, 3) }, delivery: { location: positionOffset(0, 4) }, units: 3 },
      ],
    });
    expect(unserved).toEqual([]);
    expect(routes.map(({ vehicle_id }) => vehicle_id)).toEqual(["any"]);
  });

  async function aDay() {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const tours = [await insertTour(api.db, tenant.id), await insertTour(api.db, tenant.id)] as const;
    const place = async (tour: string, north: number) => {
      const [lon, lat] = positionOffset(0, north) as [number, number];
      await setLastVehiclePosition(api.db, { tourId: tour }, { lat, lon });
    };
    await place(tours[0], 10);
    await place(tours[1], -10);
    const aCase = (north: number) => {
      const draft = funeralCaseRequest();
      const [lon, lat] = positionOffset(0, north) as [number, number];
      const [toLon, toLat] = positionOffset(1, north) as [number, number];
      return dispatcher.createCase({
        ...draft,
        funeral_data: {
          ...(draft.funeral_data as NonNullable<typeof draft.funeral_data>),
          source_address: { lon, lat },
          target_address: { lon: toLon, lat: toLat },
        },
      });
    };
    return { dispatcher, tenant, tours, aCase };
  }

  it("a plan gives cases to the nearest running tours, and can be applied unchanged", async () => {
    const { dispatcher, tours, aCase } = await aDay();
    const [north, south] = [await aCase(12), await aCase(-12)];
    const plan = await dispatcher.solveRouting({ case_ids: [north.id, south.id], tour_ids: [...tours] });
    const casesOf = (tour: string) =>
      new Set(plan.routes.find(({ tour_id }) => tour_id === tour)?.stops.flatMap(({ case_id }) => case_id ?? []));
    expect(casesOf(tours[0])).toEqual(new Set([north.id]));
    expect(casesOf(tours[1])).toEqual(new Set([south.id]));
    const versions = new Map([north, south].map(({ id, lock_version }) => [id, lock_version]));
    const assignments = plan.routes.flatMap(({ tour_id, stops }) =>
      stops.flatMap(({ kind, case_id }) =>
        kind === "PICKUP" && case_id && tour_id
          ? [{ case_id, tour_id, lock_version: versions.get(case_id) as number }]
          : [],
      ),
    );
    const { outcomes } = await dispatcher.assignCasesToTours({ assignments });
    expect(outcomes.map(({ assigned }) => assigned)).toEqual([true, true]);
  });

  it("a plan shows where tours are only to those who may list positions, and drivers see who was shown it", async () => {
    const { dispatcher, tenant, tours, aCase } = await aDay();
    const roleType = "DRIVER" as const;
    const driver = await api.bearer({ tenant, roleType, grants: ["getOwnLocationReaders"] });
    await api.db.system.run(sql`
      insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${tours[0]}, ${driver.session.user_id})`);
    const { id } = await aCase(12);
    const request = { case_ids: [id], tour_ids: [...tours] };
    const startOf = async (caller: typeof dispatcher) => (await caller.solveRouting(request)).routes[0]?.stops[0];
    const readers = async () => {
      await api.app.tidyUp();
      return (await driver.getOwnLocationReaders()).map(({ purpose }) => purpose);
    };
    expect(await startOf(dispatcher)).toMatchObject({ kind: "START", location: null });
    expect(await readers()).toEqual([]);
    const seeing = await api.bearer({ tenant, grants: [...grants, "getLocations"] });
    expect(await startOf(seeing)).toMatchObject({ kind: "START", location: positionOffset(0, 10) });
    expect(await readers()).toEqual(["SUGGESTION"]);
  });

  it("a plan keeps accepted cases on their tour, and names cases without a place", async () => {
    const { dispatcher, tours, aCase } = await aDay();
    const far = await aCase(40);
    const assigned = await dispatcher.receiveAction({
      id: far.id,
      action: "ASSIGN",
      tour_id: tours[1],
      lock_version: far.lock_version,
    });
    await dispatcher.receiveAction({
      id: far.id,
      action: "ACCEPT",
      tour_id: tours[1],
      lock_version: assigned.lock_version,
    });
    const nowhere = await dispatcher.createCase(funeralCaseRequest());
    const plan = await dispatcher.solveRouting({ case_ids: [far.id, nowhere.id], tour_ids: [...tours] });
    expect(plan.unserved).toMatchObject([{ case_id: nowhere.id, reason: "NO_POSITION" }]);
    const tour = plan.routes.find(({ stops }) => stops.some(({ case_id }) => case_id === far.id));
    expect(tour?.tour_id).toBe(tours[1]);
  });

  it("a plan of a tour with an unreachable case covers the rest of the tour and names that case, and suggestions keep the tour", async () => {
    const { dispatcher: owner, tours, aCase } = await aDay();
    const [summit, village] = [await aCase(11), await aCase(14)];
    let { lock_version } = summit;
    for (const action of ["ASSIGN", "ACCEPT", "START"] as const)
      ({ lock_version } = await owner.receiveAction({ id: summit.id, action, tour_id: tours[0], lock_version }));
    const node = await startTestServerNode(api.databaseUrl, () => ({
      providers: { ...noProviderSettings, urls: { osrm: standIn.url }, routing: "osrm" as const },
    }));
    try {
      // The router knows no road to the summit, because only paths lead there.
      standIn.answer("/table/v1/driving/", ({ path, query }: ReceivedRequest) => {
        const places = path
          .slice(path.lastIndexOf("/") + 1)
          .split(";")
          .map((place) => place.split(",").map(Number));
        const numbers = (list = "") => list.split(";").map((index) => places[Number(index)] as [number, number]);
        const isSummit = ([lon, lat]: [number, number]) => lon < 15.441 && Math.abs(lat - 47.07 - 11 / 111) < 1e-6;
        const cells = numbers(query["sources"]).map((from) =>
          numbers(query["destinations"]).map((to) => (isSummit(from) || isSummit(to) ? null : 600)),
        );
        return { code: "Ok", durations: cells, distances: cells };
      });
      const dispatcher = createClient({ baseUrl: node.url, token: () => owner.session.token, attempts: 1 });
      const plan = await dispatcher.solveRouting({ case_ids: [village.id], tour_ids: [tours[0]] });
      expect(plan).toMatchObject({ source: "osrm", unserved: [{ case_id: summit.id, reason: "UNREACHABLE" }] });
      expect(plan.routes[0]?.stops.flatMap(({ case_id }) => case_id ?? [])).toEqual([village.id, village.id]);
      const { suggestions, estimated } = await dispatcher.getSuggestions({ case_id: village.id });
      expect(new Set(suggestions.map(({ tour_id }) => tour_id))).toEqual(new Set(tours));
      expect(estimated).toBe(true);
      for (const { added_seconds, arrival_at } of suggestions) {
        expect(added_seconds).toBeLessThan(86_400);
        expect(Date.parse(arrival_at) - api.clock.now().getTime()).toBeLessThan(86_400_000);
      }
    } finally {
      await node.stop();
    }
  });

  it("a plan for tours without a known position has no routes, and gives the reason NO_TOUR for its cases", async () => {
    const { dispatcher, tenant, aCase } = await aDay();
    const { tour_id } = await createTestTourCrew(api, tenant);
    const job = await aCase(12);
    const nothing = { routes: [], distance_meters: 0, duration_seconds: 0 };
    expect(await dispatcher.solveRouting({ tour_ids: [tour_id] })).toMatchObject({ ...nothing, unserved: [] });
    expect(await dispatcher.solveRouting({ case_ids: [job.id], tour_ids: [tour_id] })).toMatchObject({
      ...nothing,
      unserved: [{ case_id: job.id, reason: "NO_TOUR" }],
    });
  });

  it("a plan leaves out a case that was cancelled, and plans the others", async () => {
    const { dispatcher, tours, aCase } = await aDay();
    const [open, cancelled] = [await aCase(12), await aCase(-12)];
    await dispatcher.receiveAction({ id: cancelled.id, action: "CANCEL", lock_version: 0, reason: "Called off" });
    const plan = await dispatcher.solveRouting({ case_ids: [open.id, cancelled.id], tour_ids: [...tours] });
    expect(plan.unserved).toEqual([]);
    const planned = plan.routes.flatMap(({ stops }) => stops.flatMap(({ case_id }) => case_id ?? []));
    expect(new Set(planned)).toEqual(new Set([open.id]));
  });

  it("a plan with tours and cases of another tenant answers 404, as if they did not exist", async () => {
    const { tours, aCase } = await aDay();
    const foreign = await aCase(1);
    const { dispatcher, tours: own } = await aDay();
    const missing = { status: 404, code: "RESOURCE_NOT_FOUND" };
    await expect(dispatcher.solveRouting({ case_ids: [], tour_ids: [tours[0]] })).rejects.toMatchObject(missing);
    await expect(dispatcher.solveRouting({ case_ids: [foreign.id], tour_ids: [...own] })).rejects.toMatchObject(
      missing,
    );
    await expect(dispatcher.solveRouting({ case_ids: [UNKNOWN_ID], tour_ids: [...own] })).rejects.toMatchObject(
      missing,
    );
  });

  const vehicles = [{ id: "v", start: positionOffset(0, 0) }];
  const stops = [{ id: "s", location: positionOffset(1, 1) }];
  it.each([
    ["nothing", {}, 422, "FIELD_COMBINATION_INVALID"],
    ["stops without vehicles", { stops }, 422, "FIELD_COMBINATION_INVALID"],
    ["cases without tours", { case_ids: [UNKNOWN_ID] }, 422, "FIELD_COMBINATION_INVALID"],
    [
      "stops and cases",
      { vehicles, stops, case_ids: [UNKNOWN_ID], tour_ids: [UNKNOWN_ID] },
      422,
      "FIELD_COMBINATION_INVALID",
    ],
    [
      "two stops of one id",
      { vehicles, stops: [...stops, { ...stops[0], location: positionOffset(2, 2) }] },
      422,
      "FIELD_COMBINATION_INVALID",
    ],
    ["a vehicle that is nowhere", { vehicles: [{ id: "v" }], stops }, 422, "FIELD_COMBINATION_INVALID"],
    [
      "5,000 stops",
      { vehicles, stops: Array.from({ length: 5_000 }, (_, id) => ({ id: `${id}`, location: positionOffset(0, 0) })) },
      422,
      "LIMIT_EXCEEDED",
    ],
    [
      "a window that ends before it begins",
      {
        vehicles,
        stops: [{ ...stops[0], time_windows: [{ from: "2026-03-02T10:00:00Z", to: "2026-03-02T09:00:00Z" }] }],
      },
      422,
      "TIME_RANGE_INVALID",
    ],
    [
      "a window at the end of all days",
      {
        vehicles,
        stops: [{ ...stops[0], time_windows: [{ from: "9999-12-30T10:00:00Z", to: "9999-12-31T09:00:00Z" }] }],
      },
      422,
      "TIME_OUT_OF_RANGE",
    ],
    ["a latitude beyond the pole", { vehicles, stops: [{ id: "s", location: [47, 95] }] }, 400, "VALIDATION_FAILED"],
    ["a limit of an hour", { vehicles, stops, limit_seconds: 3600 }, 400, "VALIDATION_FAILED"],
  ] as const)("a plan refuses %s", async (...[, request, status, code]) => {
    const dispatcher = await api.signIn(...grants);
    const solve = dispatcher.solveRouting as (request: object) => Promise<unknown>;
    await expect(solve(request)).rejects.toMatchObject({ status, code });
  });

  const shipment = {
    id: "s",
    pickup: { location: positionOffset(1, 1) },
    delivery: { location: positionOffset(2, 2) },
  };
  it.each([
    ["stops.0.id,stops.2.id", { vehicles, stops: [...stops, { id: "t", location: positionOffset(1, 1) }, ...stops] }],
    ["stops.0.id,shipments.0.id", { vehicles, stops, shipments: [shipment] }],
    ["shipments.0.id,shipments.1.id", { vehicles, shipments: [shipment, shipment] }],
    ["vehicles.0.id,vehicles.1.id", { vehicles: [...vehicles, ...vehicles], stops }],
  ])("a plan whose vehicles or stops have the same id names both fields: %s", async (fields, request) => {
    const dispatcher = await api.signIn(...grants);
    const args = [{ key: "fields", value: fields, type: "string" }];
    await expect(dispatcher.solveRouting(request)).rejects.toMatchObject({ code: "FIELD_COMBINATION_INVALID", args });
  });

  it("a plan is made by a VROOM server if the operator has chosen one, and an answer that does not match the request is refused", async () => {
    const providers = { ...noProviderSettings, urls: { vroom: standIn.url }, solver: "vroom" as const };
    const node = await startTestServerNode(api.databaseUrl, () => ({ providers }));
    try {
      const { session } = await api.signIn(...grants);
      const dispatcher = createClient({ baseUrl: node.url, token: () => session.token, attempts: 1 });
      const request = { vehicles, stops: [...stops, { id: "t", location: positionOffset(2, 2), skills: ["crane"] }] };
      const answer = (ids: readonly number[]) => ({
        code: 0,
        summary: { cost: 100, duration: 100, distance: 1500, unassigned: 1, routes: 1 },
        unassigned: [{ id: 2, type: "job", location: positionOffset(2, 2) }],
        routes: [
          {
            vehicle: 0,
            cost: 100,
            duration: 100,
            distance: 1500,
            steps: [
              { type: "start", arrival: 0, duration: 0 },
              ...ids.map((id) => ({
                type: "job",
                id,
                location_index: 1,
                arrival: 1_900_000_000,
                service: 0,
                waiting_time: 0,
              })),
            ],
          },
        ],
      });
      standIn.answer("/", ({ body }: ReceivedRequest) => {
        expect(body).toMatchObject({
          vehicles: [{ id: 0, capacity: [1_000_000_000] }],
          jobs: [{ id: 1 }, { id: 2, skills: [1] }],
        });
        return answer([1]);
      });
      const plan = await dispatcher.solveRouting(request);
      expect(plan).toMatchObject({ solver: "vroom", distance_meters: 1500 });
      expect(plan.routes[0]?.stops.map(({ stop_id }) => stop_id)).toEqual([null, "s"]);
      expect(plan.unserved).toMatchObject([{ stop_id: "t", reason: "UNKNOWN" }]);
      for (const ids of [[], [1, 1], [7], [1, 2]]) {
        standIn.answer("/", answer(ids));
        await expect(dispatcher.solveRouting(request)).rejects.toMatchObject({ status: 502, code: "UPSTREAM_FAILED" });
      }
      standIn.misbehave(serverMisbehaviours["a page of HTML"]);
      await expect(dispatcher.solveRouting(request)).rejects.toMatchObject({ status: 502, code: "UPSTREAM_FAILED" });
    } finally {
      await node.stop();
    }
  });
});
