import { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import {
  areTimesReadable,
  findFaultyActionFields,
  actionInputFromForm,
  canActionBeForced,
  isActionOffered,
  findMissingActionFields,
} from "./action-input.ts";
import { anInspectedCase, aCaseTourLink } from "../inspector.fixture.ts";

describe("the input of an action", () => {
  it("the input of an action leaves out empty fields", () => {
    expect(
      actionInputFromForm({ reason: "  ", received_by: "", belongings_confirmed: false, todos: [] }, false),
    ).toEqual({});
    expect(actionInputFromForm({ destination: { name: "", city: "" } }, false)).toEqual({});
  });
  it("the input of an action sends times of the company's zone as instants", () => {
    expect(actionInputFromForm({ postponed_until: "2026-11-22T09:30", reason: " Kein Arzt " }, false)).toEqual({
      reason: "Kein Arzt",
      payload: { postponed_until: "2026-11-22T08:30:00Z" },
    });
  });
  it("the input of an action sends the chosen recipient as the id of a tour or of a branch", () => {
    expect(actionInputFromForm({ to_tour_id: "tour a" }, false)).toEqual({ payload: { to_tour_id: "a" } });
    expect(actionInputFromForm({ to_tour_id: "branch b" }, true)).toEqual({
      payload: { to_branch_id: "b", force: true },
    });
  });
});

it("the input of an action names its missing fields", () => {
  expect(findMissingActionFields(["reason", "todos", "to_tour_id"], { reason: " ", todos: ["x"] })).toEqual([
    "reason",
    "to_tour_id",
  ]);
  expect(findMissingActionFields(["postponed_until"], { postponed_until: "202610-10-24T03:00" })).toEqual([]);
});

it.each([
  ["2026-11-22T09:30", true],
  ["", true],
  ["202610-10-24T03:00", false],
  ["2026-02-30T09:30", false],
])("the input of an action can be sent only when its time can be read: %s: %s", (postponed_until, expected) => {
  expect(areTimesReadable({ postponed_until, reason: "202610-10-24T03:00" })).toBe(expected);
});

it.each([
  [[{ key: "field", value: "payload.received_by", type: "string" }], ["received_by"]],
  [[{ key: "fields", value: "to_tour_id,to_branch_id", type: "string" }], ["to_tour_id", "to_tour_id"]],
  [[{ key: "level", value: "SEVERE", type: "enum" }], []],
])("the fields of an action that the server refused are read from its error (%#)", (args, expected) => {
  const problem = new ApiProblem({
    status: 422,
    code: "ACTION_INPUT_MISSING",
    title: "",
    message: "",
    args,
    traceId: "",
  });
  expect(findFaultyActionFields(problem)).toEqual(expected);
});

describe("an action after another dispatcher's change", () => {
  const dispatchCase = anInspectedCase({ tour_case_states: [aCaseTourLink({ actions: ["START"] })] });
  it.each([
    [{ action: "START", tour_id: "t1" }, true],
    [{ action: "ARRIVE", tour_id: "t1" }, false],
    [{ action: "START", tour_id: "gone" }, false],
    [{ action: "CANCEL" }, true],
    [{ action: "ASSIGN", tour_id: "t2" }, true],
  ] as const)(
    "an action is still offered after another dispatcher's change if the case still allows it: %j: %s",
    (given, expected) => expect(isActionOffered(given, dispatchCase)).toBe(expected),
  );
});

it("an action can be forced only where the contract allows it", () => {
  expect([canActionBeForced("ASSIGN"), canActionBeForced("FORWARD"), canActionBeForced("CANCEL")]).toEqual([
    true,
    true,
    false,
  ]);
});
