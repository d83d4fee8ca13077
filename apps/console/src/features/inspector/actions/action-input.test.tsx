import { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { faultyFields, inputOf, takesForce, isOffered, missingOf } from "./action-input.ts";
import { aCase, aLink } from "../inspector.fixture.ts";

describe("what is typed becomes what is sent", () => {
  it("without anything empty", () => {
    expect(inputOf({ reason: "  ", received_by: "", belongings_confirmed: false, todos: [] }, false)).toEqual({});
    expect(inputOf({ destination: { name: "", city: "" } }, false)).toEqual({});
  });
  it("with times of the company's zone as instants", () => {
    expect(inputOf({ postponed_until: "2026-11-22T09:30", reason: " Kein Arzt " }, false)).toEqual({
      reason: "Kein Arzt",
      payload: { postponed_until: "2026-11-22T08:30:00Z" },
    });
  });
  it("with a tour or a branch for one choice", () => {
    expect(inputOf({ to_tour_id: "tour a" }, false)).toEqual({ payload: { to_tour_id: "a" } });
    expect(inputOf({ to_tour_id: "branch b" }, true)).toEqual({ payload: { to_branch_id: "b", force: true } });
  });
});

it("names what is missing", () => {
  expect(missingOf(["reason", "todos", "to_tour_id"], { reason: " ", todos: ["x"] })).toEqual(["reason", "to_tour_id"]);
});

it.each([
  [[{ key: "field", value: "payload.received_by", type: "string" }], ["received_by"]],
  [[{ key: "fields", value: "to_tour_id,to_branch_id", type: "string" }], ["to_tour_id", "to_tour_id"]],
  [[{ key: "level", value: "SEVERE", type: "enum" }], []],
])("finds the fields of a refusal %#", (args, expected) => {
  const problem = new ApiProblem({
    status: 422,
    code: "ACTION_INPUT_MISSING",
    title: "",
    message: "",
    args,
    traceId: "",
  });
  expect(faultyFields(problem)).toEqual(expected);
});

describe("what still stands after somebody else's change", () => {
  const job = aCase({ tour_case_states: [aLink({ actions: ["START"] })] });
  it.each([
    [{ action: "START", tour_id: "t1" }, true],
    [{ action: "ARRIVE", tour_id: "t1" }, false],
    [{ action: "START", tour_id: "gone" }, false],
    [{ action: "CANCEL" }, true],
    [{ action: "ASSIGN", tour_id: "t2" }, true],
  ] as const)("%j: %s", (given, expected) => expect(isOffered(given, job)).toBe(expected));
});

it("offers to go on regardless only where the contract knows it", () => {
  expect([takesForce("ASSIGN"), takesForce("FORWARD"), takesForce("CANCEL")]).toEqual([true, true, false]);
});
