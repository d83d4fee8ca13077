import { describe, expect, it } from "vitest";
import type { BoardTour } from "#live/tour-entity.ts";
import { listTourChoices } from "./tour-choices.ts";

const aTour = (tour_id: string, change: Partial<BoardTour>): BoardTour => ({
  tour_id,
  natural_id: `T-2026-${tour_id}`,
  name: null,
  branch_id: null,
  status: "STARTED",
  started_sub_state: "ACTIVE",
  primary: false,
  started_at: null,
  scheduled_end_at: null,
  lock_version: 0,
  user_ids: [],
  vehicle_ids: [],
  open_cases: 0,
  ...change,
});

describe("tours to choose from", () => {
  const vehicle = { license_plate: "G 101 BE" };
  const tours = [
    aTour("1", { open_cases: 2 }),
    aTour("2", { started_sub_state: "NOT_TAKING_CASES" }),
    aTour("3", { name: "Früh", vehicle_ids: ["v", "unknown"] }),
    aTour("4", { started_sub_state: "OFF_DUTY" }),
  ];
  const choices = listTourChoices({
    tours: new Map(tours.map((tour) => [tour.tour_id, tour])),
    vehicles: new Map([["v", vehicle]]),
  });
  it("the list of tours for an assignment has idle tours first, then busy ones, and those that take no cases last", () =>
    expect(choices.map(({ tour_id }) => tour_id)).toEqual(["3", "1", "2", "4"]));
  it("the list of tours for an assignment labels each tour by its plates and its name or number", () =>
    expect(choices.map(({ label }) => label).slice(0, 2)).toEqual(["G 101 BE · Früh", "T-2026-1"]));
});
