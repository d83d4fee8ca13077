import type { StopName } from "@leitstand/contract/board/tour-plans";
import { describe, expect, it } from "vitest";
import { changesStopOrder, completeStopOrder, findStopOrderFault, hasNewStopOrder } from "./plan-order";

/** Stops from a text: `aP aD` is the pickup and the delivery of case a. */
const parseStops = (text: string): StopName[] =>
  text
    .split(" ")
    .filter((name) => name !== "")
    .map((name) => ({ case_id: name.slice(0, 1), kind: name[1] === "P" ? "PICKUP" : "DELIVERY" }));

describe("the order of stops", () => {
  it.each([
    { what: "is unchanged", before: "aP aD bP bD", sequence: "", after: "aP aD bP bD", expected: false },
    {
      what: "is unchanged when a stop is done",
      before: "aP aD bP bD",
      sequence: "",
      after: "aD bP bD",
      expected: false,
    },
    { what: "is changed by a new stop", before: "aP aD", sequence: "", after: "aP aD bP bD", expected: true },
    {
      what: "is changed when the crew turns back",
      before: "aP aD bP",
      sequence: "",
      after: "bP aP aD",
      expected: true,
    },
    {
      what: "is unchanged when it is the one that was requested",
      before: "aP aD bP",
      sequence: "bP aP aD",
      after: "bP aP aD",
      expected: false,
    },
    {
      what: "is changed when it is not the one that was requested",
      before: "aP aD bP",
      sequence: "bP aP aD",
      after: "aP bP aD",
      expected: true,
    },
  ])("the order of a tour's stops $what", ({ before, sequence, after, expected }) => {
    expect(hasNewStopOrder(parseStops(before), parseStops(sequence), parseStops(after))).toBe(expected);
  });

  it("a moved break does not count as a new order of stops, because breaks are put where there is time", () => {
    const pause = { case_id: null, kind: "BREAK" as const };
    expect(hasNewStopOrder([...parseStops("aP"), pause], [], [pause, ...parseStops("aP")])).toBe(false);
  });

  it.each([
    { what: "nothing named", before: "aP aD bP bD", sequence: "", order: "aP aD bP bD", changes: false },
    { what: "the present order", before: "aP aD bP", sequence: "aP aD bP", order: "aP aD bP", changes: false },
    {
      what: "the beginning of the present order",
      before: "aP aD bP",
      sequence: "aP",
      order: "aP aD bP",
      changes: false,
    },
    { what: "the last stop first", before: "aP aD bP", sequence: "bP", order: "bP aP aD", changes: true },
    { what: "one stop of several", before: "bP aP bD aD", sequence: "aP", order: "aP bP bD aD", changes: true },
    { what: "a stop not timed yet", before: "aP aD", sequence: "aP aD bP", order: "aP aD bP", changes: false },
    {
      what: "a stop not timed yet between others",
      before: "aP aD",
      sequence: "aP bP",
      order: "aP bP aD",
      changes: false,
    },
  ])(
    "an incomplete order of stops is completed from the current one: $what",
    ({ before, sequence, order, changes }) => {
      expect(completeStopOrder(parseStops(sequence), parseStops(before))).toEqual(parseStops(order));
      expect(changesStopOrder(parseStops(sequence), parseStops(before))).toBe(changes);
    },
  );

  it("an incomplete order of stops is completed without breaks, which a request cannot name", () => {
    const pause = { case_id: null, kind: "BREAK" as const };
    expect(completeStopOrder([], [pause, ...parseStops("aP")])).toEqual(parseStops("aP"));
    expect(changesStopOrder(parseStops("aP"), [pause, ...parseStops("aP")])).toBe(false);
  });

  it.each([
    { sequence: "aP bP bD aD", ahead: "aP aD bP bD", code: undefined },
    { sequence: "", ahead: "aP aD bP bD", code: undefined },
    { sequence: "bP", ahead: "aP aD bP bD", code: undefined },
    { sequence: "bD aP aD", ahead: "aP aD bD", code: undefined },
    { sequence: "aD aP", ahead: "aP aD", code: "FIELD_COMBINATION_INVALID" },
    {
      sequence: "aD aP",
      ahead: "",
      code: "FIELD_COMBINATION_INVALID",
    },
    { sequence: "bP aD", ahead: "aP aD bP bD", code: "FIELD_COMBINATION_INVALID" },
    { sequence: "aP aP", ahead: "aP aD", code: "FIELD_COMBINATION_INVALID" },
    { sequence: "aP cP", ahead: "aP aD", code: "REFERENCE_NOT_FOUND" },
  ])("the order $sequence of the remaining stops $ahead is accepted or refused: $code", ({ sequence, ahead, code }) => {
    expect(findStopOrderFault(parseStops(sequence), { case_ids: ["a", "b"], stops: parseStops(ahead) })?.code).toBe(
      code,
    );
  });
});
