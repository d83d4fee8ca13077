import { describe, expect, it } from "vitest";
import {
  aBoardState,
  aCaseSummary,
  aBoardTour,
  aCaseActionStreamEvent,
  anEntityStore,
  aTourUpdateStreamEvent,
  boardOfStore,
} from "./board.fixture.ts";
import { applyEvents } from "./apply-events.ts";
import { countOpenCases } from "./board-tours.ts";

const aTourLink = (tour_id: string, state: string, bucket: "open" | "finished" | "unassigned") => ({
  tour_id,
  state,
  bucket,
});

describe("how many cases a tour works on", () => {
  const given = {
    cases: [aCaseSummary({ on: [["t1", "ASSIGNED"]] })],
    tours: [aBoardTour({ tour_id: "t1", open_cases: 1 }), aBoardTour({ tour_id: "t2", open_cases: 0 })],
  };
  const after = (...events: Parameters<typeof applyEvents>[1]) => follow(anEntityStore(given), events);
  const follow = (store: ReturnType<typeof anEntityStore>, events: Parameters<typeof applyEvents>[1]) => {
    const { case_ids, tour_ids } = applyEvents(store, events);
    return { board: boardOfStore(store), incomplete: { case_ids: [...case_ids], tour_ids: [...tour_ids] } };
  };
  const countsOf = ({ board: shown }: ReturnType<typeof after>) =>
    [...shown.tours.values()].map((tour) => countOpenCases(shown, tour));

  it("a tour's number of cases is updated by events without a request", () => {
    const moved = aCaseActionStreamEvent({
      tour_case_states: [aTourLink("t1", "UNASSIGNED", "unassigned"), aTourLink("t2", "ASSIGNED", "open")],
    });
    expect(countsOf(after(moved))).toEqual([0, 1]);
    expect(after(moved).incomplete).toEqual({ case_ids: [], tour_ids: [] });
  });

  it("a tour's number of cases stays the same while a case progresses, and decreases when it is finished", () => {
    expect(countsOf(after(aCaseActionStreamEvent({ tour_case_states: [aTourLink("t1", "STARTED", "open")] })))).toEqual(
      [1, 0],
    );
    const done = aCaseActionStreamEvent({
      finalized: true,
      tour_case_states: [aTourLink("t1", "DELIVERED", "finished")],
    });
    expect(countsOf(after(done))).toEqual([0, 0]);
  });

  it("a tour's number of cases is not changed by an event that arrives twice or late", () => {
    const moved = aCaseActionStreamEvent({ lock_version: 2, tour_case_states: [aTourLink("t2", "ASSIGNED", "open")] });
    expect(countsOf(after(moved, moved))).toEqual([0, 1]);
    const late = aCaseActionStreamEvent({ lock_version: 1, tour_case_states: [aTourLink("t1", "ASSIGNED", "open")] });
    expect(countsOf(after(moved, late))).toEqual([0, 1]);
  });

  it("a tour's number of cases counts a case once when the tour was read before the event about it arrived", () => {
    const read = anEntityStore({
      cases: [aCaseSummary({ case_id: "c2" })],
      tours: [aBoardTour({ tour_id: "t1", open_cases: 1 })],
    });
    const told = follow(read, [
      aCaseActionStreamEvent({ case_id: "c2", tour_case_states: [aTourLink("t1", "ASSIGNED", "open")] }),
    ]);
    expect(countsOf(told)).toEqual([1]);
  });

  it("an event about an unknown case makes the board read that case before it counts for its tour", () => {
    const fresh = aCaseActionStreamEvent({ case_id: "c2", tour_case_states: [aTourLink("t2", "ASSIGNED", "open")] });
    expect(after(fresh).incomplete).toEqual({ case_ids: ["c2"], tour_ids: [] });
  });

  it("a tour's number of cases is at least the server's count where the board has only a part of the cases", () => {
    const cases = [...given.cases, aCaseSummary({ case_id: "c2" }), aCaseSummary({ case_id: "c3" })];
    const cut = aBoardState({ ...given, cases, truncated: true });
    expect(countOpenCases(cut, aBoardTour({ tour_id: "t1", open_cases: 7 }))).toBe(7);
    expect(countOpenCases(cut, aBoardTour({ tour_id: "t1", open_cases: 0 }))).toBe(1);
  });

  it("a tour's number of cases is the board's count where the board has only a part of the tours", () => {
    const cut = aBoardState({ ...given, truncated: true });
    expect(countOpenCases(cut, aBoardTour({ tour_id: "t1", open_cases: 7 }))).toBe(1);
  });
});

describe("a tour's own news", () => {
  const store = () => anEntityStore({ tours: [aBoardTour({ tour_id: "t1", lock_version: 4 })] });
  const wanted = (given: Parameters<typeof aTourUpdateStreamEvent>[0]) => [
    ...applyEvents(store(), [aTourUpdateStreamEvent(given)]).tour_ids,
  ];

  it("the event of a tour causes a request only when more has changed than the event contains", () => {
    expect(wanted({ tour_id: "t1", change: "updated", lock_version: 4 })).toEqual([]);
    expect(wanted({ tour_id: "t1", change: "sub_state", lock_version: 5 })).toEqual([]);
    expect(wanted({ tour_id: "t1", change: "updated", lock_version: 5 })).toEqual(["t1"]);
    expect(wanted({ tour_id: "t9", change: "started", lock_version: 0 })).toEqual(["t9"]);
  });
});
