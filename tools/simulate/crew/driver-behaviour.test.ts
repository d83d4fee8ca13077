import { findTransition } from "@leitstand/contract/cases/case-rules";
import { expect, test } from "vitest";
import { believedCaseViewAfter, type CrewCaseView, chooseNextDriverAction } from "./driver-behaviour";
import { type CaseStoryKind, caseStoryWeights } from "../day/story";

const crewViewWith = (overrides: Partial<CrewCaseView>): CrewCaseView => ({
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
function believedStatesFrom(start: CrewCaseView): string[] {
  const path = [start.state];
  for (let job: CrewCaseView | undefined = start; job !== undefined && path.length < 20; ) {
    const move = chooseNextDriverAction(job);
    job = move && believedCaseViewAfter(job, move.action);
    if (job) path.push(job.state);
  }
  return path;
}

test("a simulated crew carries out a transport from ASSIGNED to DONE", () => {
  expect(believedStatesFrom(crewViewWith({}))).toEqual([
    "ASSIGNED",
    "ACCEPTED",
    "STARTED",
    "ARRIVED",
    "LOADED",
    "DELIVERED",
    "DONE",
  ]);
});

test("a simulated crew carries out a breakdown whose car is towed", () => {
  const path = believedStatesFrom(crewViewWith({ data_type: "ROADSIDE", state: "alarmed", tow: true }));
  expect([...new Set(path)]).toEqual(["alarmed", "onTheWay", "arrived", "toDestination", "atDestination", "finished"]);
});

test("a simulated crew takes only actions of the transition table", () => {
  const states = {
    FUNERAL: ["ASSIGNED", "ACCEPTED", "POSTPONED", "STARTED", "ARRIVED", "LOADED", "DELIVERED"],
    ROADSIDE: ["alarmed", "reserved", "onTheWay", "arrived", "toDestination", "atDestination"],
  };
  for (const data_type of ["FUNERAL", "ROADSIDE"] as const) {
    const table = data_type === "FUNERAL" ? "FUNERAL_TOUR_CASE" : "ROADSIDE_ASSISTANCE";
    for (const story of Object.keys(caseStoryWeights) as CaseStoryKind[]) {
      for (const state of states[data_type]) {
        const move = chooseNextDriverAction(crewViewWith({ data_type, story, state, tow: story === "second_leg" }));
        expect(findTransition(table, state, move?.action ?? "ASSIGN"), `${data_type} ${story} ${state}`).toBeDefined();
      }
    }
  }
});

test("a simulated crew takes only actions that the server offers", () => {
  expect(chooseNextDriverAction(crewViewWith({ offered: ["REJECT"] }))).toBeUndefined();
  expect(chooseNextDriverAction(crewViewWith({ offered: ["ACCEPT", "REJECT"] }))?.action).toBe("ACCEPT");
});
