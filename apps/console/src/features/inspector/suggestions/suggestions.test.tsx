import type { StreamEvent } from "@leitstand/contract/board/dashboard";
import { describe, expect, it } from "vitest";
import {
  aBoardState,
  aCaseSummary,
  aBoardTour,
  aCaseActionStreamEvent,
  aTourUpdateStreamEvent,
  boardStateAfterEvents,
} from "#live/board.fixture.ts";
import type { BoardState } from "#live/entities.ts";
import type { BoardTour } from "#live/tour-entity.ts";
import { anInspectedCase, aTransportOfDeceased } from "../inspector.fixture.ts";
import { type NearestActiveVehicle, rankPlannedTours, rankToursByDistance } from "./suggestions.ts";

const aNearVehicle = (id: string, minutes: number, change: Partial<NearestActiveVehicle> = {}) =>
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
  }) as NearestActiveVehicle;
const aRunningTour = (id: string, change: Partial<BoardTour> = {}) =>
  aBoardTour({ tour_id: `t-${id}`, natural_id: id, vehicle_ids: [`v-${id}`], ...change });
const dispatchCase = anInspectedCase({ funeral_data: aTransportOfDeceased() });
const suggestToursFor = (near: NearestActiveVehicle[], tours: BoardTour[] = []) =>
  rankToursByDistance({ near, board: aBoardState({ tours }) });

describe("tours that could take a case", () => {
  it("suggested tours are listed the nearest first, with minutes and kilometres", () => {
    const [best, second] = suggestToursFor([aNearVehicle("far", 30), aNearVehicle("close", 5)]);
    expect(best).toMatchObject({ license_plate: "close", minutes: 5, distance_km: 3.5 });
    expect(second).toMatchObject({ license_plate: "far" });
  });

  it("suggested tours that take no cases are listed last with the reason, even if they are near; tours on a break are not", () => {
    const rows = suggestToursFor([
      aNearVehicle("closed", 1, { current_tour_started_sub_state: "NOT_TAKING_CASES" }),
      aNearVehicle("far", 40),
      aNearVehicle("pause", 10, { current_tour_started_sub_state: "ON_A_BREAK" }),
    ]);
    expect(rows.map(({ license_plate, hindrance }) => [license_plate, hindrance])).toEqual([
      ["pause", "ON_A_BREAK"],
      ["far", undefined],
      ["closed", "NOT_TAKING_CASES"],
    ]);
  });

  it("a suggested tour is listed once, by its nearest vehicle", () => {
    const rows = suggestToursFor([aNearVehicle("a", 5), aNearVehicle("b", 9, { current_tour_id: "t-a" })]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.minutes).toBe(5);
  });

  it("suggested tours of unknown position are listed after the others and without a distance, the idle ones first", () => {
    const cases = [aCaseSummary({ on: [["t-busy", "ASSIGNED"]] })];
    const board = aBoardState({ cases, tours: [aRunningTour("a"), aRunningTour("busy"), aRunningTour("idle")] });
    const rows = rankToursByDistance({ near: [aNearVehicle("a", 90)], board });
    expect(rows.map(({ tour_id, minutes }) => [tour_id, minutes])).toEqual([
      ["t-a", 90],
      ["t-idle", undefined],
      ["t-busy", undefined],
    ]);
  });
});

describe("tours as the server has planned them", () => {
  const plan = (id: string, change: object = {}) => ({
    tour_id: `t-${id}`,
    tour_natural_id: `T-${id}`,
    tour_name: null,
    vehicle_ids: [`v-${id}`],
    added_seconds: 840,
    added_meters: 9_300,
    arrival_at: "2026-11-21T09:12:00+00:00",
    finished_at: "2026-11-21T10:20:00+00:00",
    open_cases: 2,
    sequence: [],
    level: null,
    violations: [],
    ...change,
  });
  const violation = { constraint: "DELAY", level: "MARGINAL", case_id: "c1", delay_seconds: 600 } as const;
  const planned = (...[plans, tours]: [ReturnType<typeof plan>[], BoardTour[]]) =>
    rankPlannedTours(dispatchCase, { plans, board: aBoardState({ tours }) });

  it("suggested tours keep the server's order, and show what the case adds to each tour and which rules it breaks", () => {
    const [first, second] = planned([plan("b"), plan("a", { added_seconds: -20, violations: [violation] })], []);
    expect(first).toMatchObject({
      tour_id: "t-b",
      tour_name: "T-b",
      open_cases: 2,
      plan: { added_minutes: 14, added_km: 9.3, arrival_at: "2026-11-21T09:12:00+00:00", violations: [] },
    });
    expect(second?.plan).toMatchObject({ added_minutes: 0, violations: [violation] });
  });

  it("suggested tours show the delay of this case, and only the longest delay of the other cases that become late", () => {
    const late = (case_id: string, delay_seconds: number, level = "MARGINAL") => ({
      ...violation,
      case_id,
      delay_seconds,
      level,
    });
    const violations = [late("c2", 60), late("c1", 300), late("c3", 7_200, "SEVERE")];
    expect(planned([plan("a", { violations })], [])[0]?.plan?.violations).toEqual([
      late("c1", 300),
      { ...late("c3", 7_200, "SEVERE"), constraint: "DELAY_OF_OTHERS" },
    ]);
  });

  it("tours that the server did not suggest follow the suggested ones, each listed once", () => {
    const closed = aRunningTour("closed", { started_sub_state: "NOT_TAKING_CASES" });
    const rows = planned([plan("a")], [closed, aRunningTour("a"), aRunningTour("lost")]);
    expect(rows.map(({ tour_id, plan: known, hindrance }) => [tour_id, known !== undefined, hindrance])).toEqual([
      ["t-a", true, undefined],
      ["t-lost", false, undefined],
      ["t-closed", false, "NOT_TAKING_CASES"],
    ]);
  });

  it("a suggested tour shows at once that it takes no cases, even if the suggestion has just been computed", () => {
    const rows = planned([plan("a")], [aRunningTour("a", { started_sub_state: "NOT_TAKING_CASES" })]);
    expect(rows[0]?.hindrance).toBe("NOT_TAKING_CASES");
  });
});

describe("a crew", () => {
  const given = { cases: [aCaseSummary()], tours: [aRunningTour("a")] };
  const onTour = (lock_version: number, [state, bucket]: [string, "open" | "unassigned"]) =>
    aCaseActionStreamEvent({ lock_version, tour_case_states: [{ tour_id: "t-a", state, bucket }] });
  const after = (...events: StreamEvent[]) => stateIn(boardStateAfterEvents(given, ...events), [aNearVehicle("a", 5)]);
  const stateIn = (of: BoardState, vehicles: NearestActiveVehicle[]) =>
    rankToursByDistance({ near: vehicles, board: of })[0]?.link_state;

  it("a suggested crew counts as free until a case is assigned to it, and again once that case is unassigned", () => {
    expect(after()).toBeNull();
    expect(after(onTour(1, ["ASSIGNED", "open"]))).toBe("ASSIGNED");
    expect(after(onTour(1, ["ASSIGNED", "open"]), onTour(2, ["LOADED", "open"]))).toBe("LOADED");
    expect(after(onTour(1, ["ASSIGNED", "open"]), onTour(2, ["ASSIGNED", "unassigned"]))).toBeNull();
  });

  it("a suggested crew of unknown position shows the state of its work", () => {
    expect(stateIn(boardStateAfterEvents(given, onTour(1, ["STARTED", "open"])), [])).toBe("STARTED");
  });

  it("a suggested crew is shown as taking no cases as soon as it says so, even if distances were fetched before", () => {
    const event = aTourUpdateStreamEvent({
      tour_id: "t-a",
      change: "sub_state",
      started_sub_state: "NOT_TAKING_CASES",
    });
    const closed = boardStateAfterEvents(given, event);
    expect(rankToursByDistance({ near: [aNearVehicle("a", 5)], board: closed })[0]?.hindrance).toBe("NOT_TAKING_CASES");
  });
});
