import { describe, expect, it } from "vitest";
import { aBoard, aBoardCase, aBoardTour } from "./board.fixture.ts";
import { openLinksOf, ridesOf } from "./work.ts";

describe("what tours work on", () => {
  it("begins with the case that has got furthest, and leaves out what has left the tour", () => {
    const left = { tour_id: "t1", state: "LOADED", bucket: "forwarded" as const };
    const cases = [
      aBoardCase({ case_id: "assigned", on: [["t1", "ASSIGNED"]] }),
      aBoardCase({ case_id: "loaded", on: [["t1", "LOADED"]] }),
      aBoardCase({ case_id: "alarmed", on: [["t2", "alarmed"]] }),
      aBoardCase({ case_id: "left", tour_case_states: [left] }),
    ];
    const links = openLinksOf(aBoard({ cases }));
    expect(links.get("t1")?.map(({ job, state }) => [job.case_id, state])).toEqual([
      ["loaded", "LOADED"],
      ["assigned", "ASSIGNED"],
    ]);
    expect(links.get("t2")).toHaveLength(1);
  });

  it("knows the tour of each vehicle, and none of a parked one", () => {
    const rides = ridesOf(aBoard({ tours: [aBoardTour({ vehicle_ids: ["v1", "v2"] })] }));
    expect([rides.get("v2")?.tour_id, rides.get("v3")]).toEqual(["t1", undefined]);
  });

  it("is counted once for each state of the board, and anew for the next", () => {
    const board = aBoard({ cases: [aBoardCase({ on: [["t1", "STARTED"]] })] });
    expect(openLinksOf(board)).toBe(openLinksOf({ ...board }));
    expect(openLinksOf({ cases: new Map(board.cases) })).not.toBe(openLinksOf(board));
  });
});
