import { findCell } from "@leitstand/contract/cases/case-rules";
import { expect, test } from "vitest";
import { Chance } from "./chance";
import { planDay } from "./day-plan";
import { nextDispatcherMove } from "./dispatcher-behaviour";
import { believe, type Job, nextMove } from "./driver-behaviour";
import { waypoints } from "./way";
import { type Story, stories } from "./story";

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

/** The states that a crew without reception believes to go through. */
function pathOf(start: Job): string[] {
  const path = [start.state];
  for (let job: Job | undefined = start; job !== undefined && path.length < 20; ) {
    const move = nextMove(job);
    job = move && believe(job, move.action);
    if (job) path.push(job.state);
  }
  return path;
}

test("a transport goes from the call to the papers", () => {
  expect(pathOf(aJob({}))).toEqual(["ASSIGNED", "ACCEPTED", "STARTED", "ARRIVED", "LOADED", "DELIVERED", "DONE"]);
});

test("a car is towed to the garage", () => {
  const path = pathOf(aJob({ data_type: "ROADSIDE", state: "alarmed", tow: true }));
  expect([...new Set(path)]).toEqual(["alarmed", "onTheWay", "arrived", "toDestination", "atDestination", "finished"]);
});

test("every move of a crew stands in the table", () => {
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

test("a crew only does what it is offered", () => {
  expect(nextMove(aJob({ offered: ["REJECT"] }))).toBeUndefined();
  expect(nextMove(aJob({ offered: ["ACCEPT", "REJECT"] }))?.action).toBe("ACCEPT");
});

test("a desk assigns what is open, steps in once, and leaves alone what runs", () => {
  const desk = {
    state: "OPEN",
    finalized: false,
    offered: ["ASSIGN"] as const,
    links: [],
    done: [],
    wants_helper: false,
  };
  expect(nextDispatcherMove({ ...desk, story: "straight" })?.action).toBe("ASSIGN");
  const links = [{ tour_id: "a", state: "STARTED", bucket: "open", offered: ["UNASSIGN"] as const }];
  expect(nextDispatcherMove({ ...desk, links, story: "straight" })).toBeUndefined();
  expect(nextDispatcherMove({ ...desk, links, story: "unassign" })).toMatchObject({ action: "UNASSIGN", tour_id: "a" });
  expect(nextDispatcherMove({ ...desk, links, story: "unassign", done: ["UNASSIGN"] })).toBeUndefined();
});

test("the same chance makes the same day", () => {
  const depots = [{ branch_id: "b", places: [{ city: "Graz", zip_code: "8010", lat: 47.07, lon: 15.44 }] }];
  const overrides = { type: "ROADSIDE" as const, cases: 50, minutes: 600, depots, run: "r" };
  const day = planDay(overrides, new Chance(3));
  expect(planDay(overrides, new Chance(3))).toEqual(day);
  expect(planDay(overrides, new Chance(4))).not.toEqual(day);
  expect(day.map(({ at }) => at)).toEqual(day.map(({ at }) => at).toSorted((a, b) => a - b));
});

test("a drive ends where it is meant to", () => {
  const way = waypoints({ lat: 47, lon: 15 }, { lat: 48, lon: 16 }, 4);
  expect(way).toHaveLength(4);
  expect(way[0]).toEqual({ lat: 47.25, lon: 15.25 });
  expect(way.at(-1)).toEqual({ lat: 48, lon: 16 });
});
