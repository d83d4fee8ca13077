import type { ExternalServerName } from "@leitstand/contract/core/providers";
import { ProviderClient } from "#platform/providers/provider";
import { beforeEach, describe, expect, it } from "vitest";
import { serverMisbehaviours, type ReceivedRequest, StandInRefusal, startStandInServer } from "../../testing/stand-in";
import { TestClock } from "../../testing/test-clock";
import { createGraphhopperRouter } from "./graphhopper.service";
import { createOsrmRouter } from "./osrm.service";
import type { Position, RoadRouter } from "./road";
import { createValhallaRouter } from "./valhalla.service";

const GRAZ: Position = [15.4395, 47.0707];
const GLEISDORF: Position = [15.7083, 47.1058];
const ISLAND: Position = [14.9, 54.2];
const directionsRequest = { waypoints: [GRAZ, GLEISDORF], language: "de", wantsAlternatives: true } as const;
const noRoadFault = { code: "GEOMETRY_INVALID", faults: [{ reason: "NO_ROAD", index: 1 }] };
const noWayFault = { code: "GEOMETRY_INVALID", faults: [{ reason: "NO_WAY", index: 0 }] };

const osrmStep = {
  distance: 12,
  duration: 4,
  name: "Herrengasse",
  maneuver: { type: "turn", modifier: "left", location: GRAZ },
};
const osrmLeg = { distance: 30_120.4, duration: 1650, summary: "A2", steps: [osrmStep] };
const osrmRoute = { distance: 30_120.4, duration: 1650, geometry: { coordinates: [GRAZ, GLEISDORF] }, legs: [osrmLeg] };
const osrmAnswer = {
  code: "Ok",
  routes: [osrmRoute, osrmRoute],
  waypoints: [
    { location: GRAZ, name: "Herrengasse", distance: 3.5, hint: "" },
    { location: GLEISDORF, name: "", distance: 0 },
  ],
};

/** Line between the two places of the tests, encoded with six decimal places. */
const encodedPolyline = "w}}wxAwgjm\\wpcA__lO";
const valhallaLeg = {
  shape: encodedPolyline,
  summary: { length: 30.12, time: 1650 },
  maneuvers: [
    {
      type: 1,
      instruction: "Richtung Osten fahren.",
      street_names: ["Herrengasse"],
      length: 30.12,
      time: 1650,
      begin_shape_index: 0,
      end_shape_index: 1,
    },
  ],
};
const valhallaTrip = { status: 0, summary: { length: 30.12, time: 1650 }, legs: [valhallaLeg] };

const graphhopperPath = {
  distance: 30_120.4,
  time: 1_650_000,
  points: { type: "LineString", coordinates: [GRAZ, GLEISDORF] },
  snapped_waypoints: { type: "LineString", coordinates: [GRAZ, GLEISDORF] },
  instructions: [
    {
      text: "Dem Straßenverlauf von Herrengasse folgen",
      street_name: "Herrengasse",
      distance: 30_120.4,
      time: 1_650_000,
      sign: 0,
      interval: [0, 1],
    },
    { text: "Ziel erreicht", street_name: "", distance: 0, time: 0, sign: 4, interval: [1, 1] },
  ],
};

/** Dialect of each server: its paths, its answers, and how it reports a missing road or route. */
interface RouterDialect {
  readonly name: ExternalServerName;
  readonly create: (provider: ProviderClient) => RoadRouter;
  readonly route: string;
  readonly found: unknown;
  /** Answer with a route that has no line. */
  readonly withoutLine: unknown;
  readonly noRoad: unknown;
  readonly routeNotFound: unknown;
  readonly table: string;
  /** Matrix answer in the server's own format and units; the last pair has no route. */
  readonly cells: (asked: ReceivedRequest) => unknown;
}
const routerDialects: readonly RouterDialect[] = [
  {
    name: "osrm",
    create: createOsrmRouter,
    route: "/route/v1/driving/15.4395,47.0707;15.7083,47.1058",
    found: osrmAnswer,
    withoutLine: { ...osrmAnswer, routes: [{ ...osrmRoute, geometry: { coordinates: [] } }] },
    noRoad: { code: "NoSegment", message: "Could not find a matching segment for coordinate 1" },
    routeNotFound: { code: "NoRoute", message: "Impossible route between points" },
    table: "/table/v1/driving/",
    cells: () => ({
      code: "Ok",
      durations: [
        [0, 1650],
        [1700, null],
      ],
      distances: [
        [0, 30_120],
        [30_500, null],
      ],
    }),
  },
  {
    name: "valhalla",
    create: createValhallaRouter,
    route: "/route",
    found: { trip: valhallaTrip, alternates: [{ trip: valhallaTrip }] },
    withoutLine: { trip: { ...valhallaTrip, legs: [{ ...valhallaLeg, shape: "" }] } },
    noRoad: { error_code: 171, error: "No suitable edges near location", status_code: 400 },
    routeNotFound: { error_code: 442, error: "No path could be found for input", status_code: 400 },
    table: "/sources_to_targets",
    cells: () => ({
      sources_to_targets: [
        [
          { distance: 0, time: 0 },
          { distance: 30.12, time: 1650 },
        ],
        [
          { distance: 30.5, time: 1700 },
          { distance: null, time: null },
        ],
      ],
    }),
  },
  {
    name: "graphhopper",
    create: createGraphhopperRouter,
    route: "/route",
    found: { paths: [graphhopperPath, graphhopperPath] },
    withoutLine: { paths: [{ ...graphhopperPath, points: { type: "LineString", coordinates: [] } }] },
    noRoad: {
      message: "Cannot find point 1",
      hints: [{ details: "com.graphhopper.util.exceptions.PointNotFoundException", point_index: 1 }],
    },
    routeNotFound: {
      message: "Connection between locations not found",
      hints: [{ details: "com.graphhopper.util.exceptions.ConnectionNotFoundException" }],
    },
    table: "/matrix",
    cells: () => ({
      times: [
        [0, 1650],
        [1700, null],
      ],
      distances: [
        [0, 30_120],
        [30_500, null],
      ],
    }),
  },
];

describe.each(routerDialects)("directions by $name", (dialect) => {
  const standIn = startStandInServer();
  let router: RoadRouter;
  beforeEach(() => {
    router = dialect.create(
      new ProviderClient({ name: dialect.name, url: standIn.url, timeoutMs: 20_000, clock: new TestClock().begin() }),
    );
  });

  it("a router returns directions in metres and seconds, with coordinates in the order longitude, latitude, and steps with instructions", async () => {
    standIn.answer(dialect.route, dialect.found);
    const { waypoints, routes } = await router.directions(directionsRequest);
    expect(routes).toHaveLength(2);
    expect(routes[0]?.distance_meters).toBeCloseTo(30_120, -1);
    expect(routes[0]?.duration_seconds).toBe(1650);
    const [first, last] = [routes[0]?.geometry[0], routes[0]?.geometry.at(-1)];
    expect(first?.map((degrees) => degrees.toFixed(4))).toEqual(["15.4395", "47.0707"]);
    expect(last?.map((degrees) => degrees.toFixed(4))).toEqual(["15.7083", "47.1058"]);
    expect(routes[0]?.legs).toHaveLength(1);
    const [step] = routes[0]?.legs[0]?.steps ?? [];
    expect(step).toMatchObject({ name: "Herrengasse", instruction: expect.stringMatching(/^[A-ZÄÖÜ].{8}/) });
    expect(step?.location[0]).toBeCloseTo(15.4395, 4);
    expect(waypoints.map(({ snap_meters }) => snap_meters < 10)).toEqual([true, true]);
    expect(JSON.stringify(standIn.asked)).toContain("15.4395");
  });

  it("a router refuses directions to a place that no road or route reaches", async () => {
    standIn.answer("/route", dialect.noRoad, 400);
    // Valhalla does not say which of the places it means, and is asked for the roads near each.
    standIn.answer("/locate", [{ edges: [{ way_id: 1 }] }, { edges: null }]);
    await expect(router.directions(directionsRequest)).rejects.toMatchObject(noRoadFault);
    standIn.answer(dialect.route, dialect.routeNotFound, 400);
    standIn.answer("/route", dialect.routeNotFound, 400);
    await expect(router.directions(directionsRequest)).rejects.toMatchObject(noWayFault);
  });

  it("a router names the leg that has no route, also where its server does not", async () => {
    standIn.answer("/route", (asked: ReceivedRequest) =>
      JSON.stringify(asked).includes("54.2") ? new StandInRefusal(400, dialect.routeNotFound) : dialect.found,
    );
    const waypoints = [GRAZ, GLEISDORF, ISLAND];
    await expect(router.directions({ ...directionsRequest, waypoints })).rejects.toMatchObject({
      code: "GEOMETRY_INVALID",
      faults: [{ reason: "NO_WAY", index: 1 }],
    });
  });

  it("a router says that there is no route although its server fails when it is asked for the leg", async () => {
    standIn.answer("/route", () =>
      standIn.asked.length > 1 ? new StandInRefusal(500, {}) : new StandInRefusal(400, dialect.routeNotFound),
    );
    const waypoints = [GRAZ, GLEISDORF, ISLAND];
    await expect(router.directions({ ...directionsRequest, waypoints })).rejects.toMatchObject(noWayFault);
  });

  it("a router refuses directions that do not match the request", async () => {
    standIn.answer("/route", dialect.found);
    const three = { ...directionsRequest, waypoints: [GRAZ, GLEISDORF, GRAZ] };
    await expect(router.directions(three)).rejects.toMatchObject({
      code: "UPSTREAM_FAILED",
      faults: [{ provider: dialect.name }],
    });
  });

  it("a router refuses directions without a line", async () => {
    standIn.answer("/route", dialect.withoutLine);
    await expect(router.directions(directionsRequest)).rejects.toMatchObject({
      code: "UPSTREAM_FAILED",
      faults: [{ provider: dialect.name }],
    });
  });

  it.each(Object.keys(serverMisbehaviours))("a router fails when its server sends %s", async (name) => {
    standIn.misbehave(serverMisbehaviours[name]);
    await expect(router.directions(directionsRequest)).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
    await expect(router.matrix([GRAZ], [GLEISDORF])).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
  });

  it("a router returns a matrix with null where there is no route", async () => {
    standIn.answer(dialect.table, dialect.cells);
    const { durations, distances } = await router.matrix([GRAZ, GLEISDORF], [GRAZ, GLEISDORF]);
    expect(durations).toEqual([
      [0, 1650],
      [1700, null],
    ]);
    expect(distances.flat().map((meters) => (meters === null ? null : Math.round(meters / 100)))).toEqual([
      0,
      301,
      305,
      null,
    ]);
  });

  it("a router refuses a matrix whose size differs from the request", async () => {
    standIn.answer(dialect.table, dialect.cells);
    await expect(router.matrix([GRAZ], [GLEISDORF])).rejects.toMatchObject({ code: "UPSTREAM_FAILED" });
  });
});
