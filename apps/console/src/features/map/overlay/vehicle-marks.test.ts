import { describe, expect, it } from "vitest";
import { aBoardState, aCaseSummary, aBoardTour } from "#live/board.fixture.ts";
import type { BoardState } from "#live/entities.ts";
import { findMapObjectsWithin } from "./objects-in.ts";
import { createUnassignedCaseMarkers, createVehicleMarkers } from "./spots.ts";
import { vehicleMapStatesOf } from "./vehicle-marks.ts";
import { routeLinesOf, type RouteLineInput } from "./route-line.ts";

const now = Date.parse("2026-03-02T09:00:00Z");
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const boardWithCase = (given: Parameters<typeof aCaseSummary>[0]) =>
  aCaseSummary({ source_lat: 47.07, source_lon: 15.44, ...given });
const markOfFirstVehicle = (board: BoardState) => vehicleMapStatesOf(board, now).get("v1");
const aPosition = (given: { minutes: number; speed?: number }) => ({
  vehicle_id: "v1",
  lat: 47.07,
  lon: 15.44,
  heading_degrees: 90,
  speed_meters_per_second: given.speed ?? 0,
  fixed_at: minutesAgo(given.minutes),
});

describe("a vehicle on the map", () => {
  it("a vehicle on the map shows the state of its most advanced case", () => {
    const cases = [
      boardWithCase({ case_id: "c1", on: [["t1", "ASSIGNED"]] }),
      boardWithCase({ case_id: "c2", on: [["t1", "LOADED"]] }),
      boardWithCase({ case_id: "c3", on: [["t1", "STARTED"]] }),
    ];
    expect(markOfFirstVehicle(aBoardState({ cases }))).toMatchObject({
      icon: "loaded",
      dispatchCase: { case_id: "c2" },
    });
  });

  it.each([
    ["ACTIVE", "free"],
    ["ON_DUTY", "free"],
    ["ON_A_BREAK", "paused"],
    ["NOT_TAKING_CASES", "refusing"],
    ["OFF_DUTY", "off_duty"],
  ] as const)("a vehicle on the map without a case shows that its tour is %s", (started_sub_state, icon) => {
    expect(markOfFirstVehicle(aBoardState({ tours: [aBoardTour({ started_sub_state })] }))?.icon).toBe(icon);
  });

  it("a vehicle on the map without a tour is drawn as parked", () => {
    expect(markOfFirstVehicle(aBoardState({ tours: [] }))?.icon).toBe("parked");
  });

  it("a vehicle on the map is drawn as alarmed when a case of its own tour is late", () => {
    const late = { due_at: minutesAgo(1), state: "STARTED" };
    expect(
      markOfFirstVehicle(aBoardState({ cases: [boardWithCase({ ...late, on: [["t1", "STARTED"]] })] }))?.isAlarmed,
    ).toBe(true);
    expect(
      markOfFirstVehicle(aBoardState({ cases: [boardWithCase({ ...late, on: [["t2", "STARTED"]] })] }))?.isAlarmed,
    ).toBe(false);
  });

  it("a vehicle on the map is drawn as alarmed when its tour has a critical message", () => {
    const message = { tour_id: "t1", case_id: null } as BoardState["messages"][number];
    expect(markOfFirstVehicle({ ...aBoardState({}), messages: [message] })?.isAlarmed).toBe(true);
  });

  it.each([
    [
      { minutes: 0, speed: 14 },
      { icon: "free", opacity: 1, heading: 90 },
    ],
    [
      { minutes: 0, speed: 0 },
      { icon: "free", opacity: 1, heading: -1 },
    ],
    [
      { minutes: 1, speed: 14 },
      { icon: "free", opacity: 0.6, heading: 90 },
    ],
    [
      { minutes: 6, speed: 14 },
      { icon: "free-hollow", opacity: 0.6, heading: -1 },
    ],
  ])(
    "a vehicle on the map is drawn paler, and then as an outline, with the age of its position: %o",
    (given, expected) => {
      const { calm } = createVehicleMarkers([aPosition(given)], vehicleMapStatesOf(aBoardState({}), now), { now });
      expect(calm[0]).toMatchObject(expected);
    },
  );

  it("a vehicle that the map draws as alarmed never becomes part of a cluster", () => {
    const board = aBoardState({ cases: [boardWithCase({ due_at: minutesAgo(1), on: [["t1", "STARTED"]] })] });
    const { calm, alarmed } = createVehicleMarkers([aPosition({ minutes: 0 })], vehicleMapStatesOf(board, now), {
      now,
    });
    expect([calm.length, alarmed.length]).toEqual([0, 1]);
  });
});

describe("cases on the map", () => {
  const cases = [
    boardWithCase({ case_id: "on-time", due_at: new Date(now + 60_000).toISOString() }),
    boardWithCase({ case_id: "late", due_at: minutesAgo(1) }),
    boardWithCase({ case_id: "on-tour", on: [["t1", "STARTED"]] }),
    boardWithCase({ case_id: "nowhere", source_lat: null, source_lon: null }),
  ];

  it("the map shows only cases that no tour works on, and marks late ones", () => {
    const { calm, alarmed } = createUnassignedCaseMarkers(aBoardState({ cases }), now);
    expect(calm.map(({ id }) => id)).toEqual(["on-time"]);
    expect(alarmed.map(({ id }) => id)).toEqual(["late"]);
  });

  it("the map finds cases and vehicles within a line drawn around them, late cases first", () => {
    const board = aBoardState({ cases });
    const where = { board, marks: vehicleMapStatesOf(board, now), positions: [aPosition({ minutes: 0 })], now };
    expect(findMapObjectsWithin(() => true, where)).toEqual({
      cases: [
        { kind: "case", id: "late" },
        { kind: "case", id: "on-time" },
      ],
      vehicles: [{ kind: "vehicle", id: "v1" }],
    });
    expect(findMapObjectsWithin(() => false, where)).toEqual({ cases: [], vehicles: [] });
  });

  const route: RouteLineInput = {
    source: [15, 47],
    target: undefined,
    road: undefined,
    vehicle: undefined,
    isLoaded: false,
  };
  it.each([
    [false, [15, 47]],
    [true, [16, 48]],
  ] as const)("the map draws a line from the vehicle of a case to its next stop (loaded: %s)", (isLoaded, next) => {
    const { approach } = routeLinesOf({ ...route, target: [16, 48], vehicle: [14, 46], isLoaded });
    expect(approach).toEqual([[14, 46], next]);
  });

  it("a case has no route on the map while the coordinates of its pickup or delivery are unknown", () => {
    expect(routeLinesOf(route)).toEqual({ route: [], approach: [] });
  });

  it("the route of a case on the map follows the roads if they are known, and is a straight line otherwise", () => {
    const road = [
      [15.1, 47],
      [15.1, 48],
    ] as const;
    expect(routeLinesOf({ ...route, target: [16, 48], road }).route).toEqual([[15, 47], ...road, [16, 48]]);
    expect(routeLinesOf({ ...route, target: [16, 48] }).route).toEqual([
      [15, 47],
      [16, 48],
    ]);
  });
});
