import { describe, expect, it } from "vitest";
import type { BoardTour, BoardVehicle } from "#shared/board.ts";
import { aCase, aDeceased } from "./inspector.fixture.ts";
import { type NearVehicle, suggestTours } from "./suggestions.ts";

const near = (id: string, minutes: number, change: Partial<NearVehicle> = {}) =>
  ({
    id: `v-${id}`,
    license_plate: id,
    natural_id: id,
    capacity: 2,
    seats_total: 2,
    vehicle_type: null,
    current_tour_id: `t-${id}`,
    current_tour_natural_id: id,
    current_tour_started_sub_state: "ACTIVE",
    open_cases: 0,
    distance_to_target_location: minutes * 700,
    duration_to_target_location: minutes * 60 - 20,
    ...change,
  }) as NearVehicle;
const tour = (id: string, change: Partial<BoardTour> = {}): [string, BoardTour] => [
  `t-${id}`,
  {
    tour_id: `t-${id}`,
    natural_id: id,
    name: null,
    vehicle_ids: [`v-${id}`],
    user_ids: ["u"],
    open_cases: 0,
    started_sub_state: "ACTIVE",
    ...change,
  } as BoardTour,
];
const job = aCase({ funeral_data: aDeceased() });
const suggest = (vehicles: NearVehicle[], tours: [string, BoardTour][] = [], of = job) =>
  suggestTours(of, { near: vehicles, tours: new Map(tours), vehicles: new Map<string, BoardVehicle>() });

describe("tours that could take a case", () => {
  it("come the nearest first, with minutes and kilometres", () => {
    const [best, second] = suggest([near("far", 30), near("close", 5)]);
    expect(best).toMatchObject({ license_plate: "close", minutes: 5, distance_km: 3.5 });
    expect(second).toMatchObject({ license_plate: "far" });
  });

  it("come last when they take no cases, however near, and say why; a break does not count", () => {
    const rows = suggest([
      near("closed", 1, { current_tour_started_sub_state: "NOT_TAKING_CASES" }),
      near("far", 40),
      near("pause", 10, { current_tour_started_sub_state: "ON_A_BREAK" }),
    ]);
    expect(rows.map(({ license_plate, hindrance }) => [license_plate, hindrance])).toEqual([
      ["pause", "ON_A_BREAK"],
      ["far", undefined],
      ["closed", "NOT_TAKING_CASES"],
    ]);
  });

  it("are listed once, by the vehicle that is nearest", () => {
    const rows = suggest([near("a", 5), near("b", 9, { current_tour_id: "t-a" })]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.minutes).toBe(5);
  });

  it("follow without a way when nobody knows where they are, the idle first", () => {
    const rows = suggest([near("a", 90)], [tour("a"), tour("busy", { open_cases: 3 }), tour("idle")]);
    expect(rows.map(({ tour_id, minutes }) => [tour_id, minutes])).toEqual([
      ["t-a", 90],
      ["t-idle", undefined],
      ["t-busy", undefined],
    ]);
  });
});

describe("what would speak against it", () => {
  const roadside = aCase({ data_type: "ROADSIDE", rsa_data: { seats_required: 2 } });
  const gated = aCase({ funeral_data: { ...aDeceased(), source_address: { excluded_vehicle_type_ids: ["long"] } } });
  it.each([
    ["no place at all", near("a", 5, { capacity: 0 }), job, ["CAPACITY"]],
    ["places taken", near("a", 5, { capacity: 1, open_cases: 1 }), job, ["WORKLOAD"]],
    [
      "a gate too low",
      near("a", 5, { vehicle_type: { id: "long" } as NearVehicle["vehicle_type"] }),
      gated,
      ["VEHICLE_TYPE"],
    ],
    ["seats taken by the crew", near("a", 5, { seats_total: 2 }), roadside, ["SEATS"]],
    ["nothing", near("a", 5), job, []],
  ])("%s", (...[, vehicle, of, expected]) =>
    expect(suggest([vehicle], [tour("a")], of)[0]?.violations).toEqual(expected),
  );
});
