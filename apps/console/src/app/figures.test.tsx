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
import { countDayFigures } from "./figures.ts";

const now = Date.parse("2026-03-02T09:00:00Z");
const lateCase = aCaseSummary({ case_id: "c1", due_at: "2026-03-02T08:59:00Z" });
const twoTours = [
  aBoardTour({ tour_id: "t1", vehicle_ids: ["v1"] }),
  aBoardTour({ tour_id: "t2", vehicle_ids: ["v2"] }),
];
const initialBoard = {
  cases: [lateCase, aCaseSummary({ case_id: "c2" })],
  tours: twoTours,
  vehicle_ids: ["v1", "v2", "v3"],
};
const linkToTour = (bucket: "open" | "finished") => [{ tour_id: "t1", state: "ASSIGNED", bucket }];
const figuresAfterEvents = (...events: StreamEvent[]) =>
  countDayFigures(boardStateAfterEvents(initialBoard, ...events), now);

describe("the figures of the day", () => {
  it("the figures of the day count late, open and running cases, and vehicles that are on a tour", () => {
    expect(countDayFigures(aBoardState(initialBoard), now)).toEqual({
      late: 1,
      open: 2,
      running: 0,
      vehicles: 3,
      vehiclesOnTour: 2,
    });
  });

  it("the figures of the day count a case as running from its assignment until it is finished", () => {
    expect(figuresAfterEvents(aCaseActionStreamEvent({ tour_case_states: linkToTour("open") }))).toMatchObject({
      open: 1,
      running: 1,
    });
    const finished = aCaseActionStreamEvent({
      lock_version: 2,
      finalized: true,
      tour_case_states: linkToTour("finished"),
    });
    expect(
      figuresAfterEvents(aCaseActionStreamEvent({ tour_case_states: linkToTour("open") }), finished),
    ).toMatchObject({
      open: 1,
      running: 0,
    });
  });

  it("the figures of the day stop counting a vehicle once its tour has ended", () => {
    expect(
      figuresAfterEvents(aTourUpdateStreamEvent({ change: "finished", status: "FINISHED", started_sub_state: null })),
    ).toMatchObject({
      vehiclesOnTour: 1,
    });
    expect(
      figuresAfterEvents({ type: "tour delete", timestamp: "", data: { tour_id: "t2" } } as never).vehiclesOnTour,
    ).toBe(1);
  });

  it("the figures of the day count a vehicle as soon as a tour has it", () => {
    const taken = [...twoTours, aBoardTour({ tour_id: "t3", vehicle_ids: ["v3"] })];
    expect(countDayFigures(aBoardState({ ...initialBoard, tours: taken }), now).vehiclesOnTour).toBe(3);
  });
});
