import { findCell } from "@leitstand/contract/cases/case-rules";
import { expect, test } from "vitest";
import { believe, type Job, nextMove } from "./driver-behaviour";
import { type Story, stories } from "../day/story";

const aJob = (overrides: Partial<Job>): Job => ({
  data_type: "FUNERAL",
  story: "straight",
  state: "ASSIGNED",
  accepted: false,
  offered: undefined,
  done: [],
  tow: false,
  helper: false,
  ...overrides,
});

/** States that a crew without reception believes to go through. */
function pathOf(start: Job): string[] {
  const path = [start.state];
  for (let job: Job | undefined = start; job !== undefined && path.length < 20; ) {
    const move = nextMove(job);
    job = move && believe(job, move.action);
    if (job) path.push(job.state);
  }
  return path;
}

test("plays a transport from the call to the papers", () => {
  expect(pathOf(aJob({}))).toEqual(["ASSIGNED", "ACCEPTED", "STARTED", "ARRIVED", "LOADED", "DELIVERED", "DONE"]);
});

test("plays a breakdown whose car is towed to the garage", () => {
  const path = pathOf(aJob({ data_type: "ROADSIDE", state: "alarmed", tow: true }));
  expect([...new Set(path)]).toEqual(["alarmed", "onTheWay", "arrived", "toDestination", "atDestination", "finished"]);
});

test("makes a crew do only moves of the table of actions", () => {
  const states = {
    FUNERAL: ["ASSIGNED", "ACCEPTED", "POSTPONED", "STARTED", "ARRIVED", "LOADED", "DELIVERED"],
    ROADSIDE: ["alarmed", "reserved", "onTheWay", "arrived", "toDestination", "atDestination"],
  };
  for (const data_type of ["FUNERAL", "ROADSIDE"] as const) {
    const table = data_type === "FUNERAL" ? "FUNERAL_TOUR_CASE" : "ROADSIDE_ASSISTANCE";
    for (const story of Object.keys(stories) as Story[]) {
      for (const state of states[data_type]) {
        const move = nextMove(aJob({ data_type, story, state, tow: story === "second_leg" }));
        expect(findCell(table, state, move?.action ?? "ASSIGN"), `${data_type} ${story} ${state}`).toBeDefined();
      }
    }
  }
});

test("makes a crew do only what the server offers", () => {
  expect(nextMove(aJob({ offered: ["REJECT"] }))).toBeUndefined();
  expect(nextMove(aJob({ offered: ["ACCEPT", "REJECT"] }))?.action).toBe("ACCEPT");
});
