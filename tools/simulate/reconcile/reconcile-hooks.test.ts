import { describe, expect, it } from "vitest";
import type { DeliveredEvent } from "../day/facts";
import { all, seenBy, viewers } from "./facts-testkit";
import { reconcileHooks } from "./reconcile-hooks";

const at = (second: number) => new Date(Date.UTC(2026, 3, 1, 8, 0, second)).toISOString();
const program = seenBy({ ...viewers.everywhere, name: "integration of bestattung" }, all);
const calls: readonly DeliveredEvent[] = all.map(({ type, data }, index) => ({
  id: `call-${index}`,
  type,
  timestamp: at(index),
  sequence: index,
  data,
}));
const kindsIn = (delivered: readonly DeliveredEvent[]) =>
  reconcileHooks({ hooks: [{ tenant: "bestattung", created_at: at(0), delivered }], subscribers: [program] }).map(
    ({ kind }) => kind,
  );

describe("webhook of the day", () => {
  it("accepts a webhook called with the events of its stream, in any order, and with repetitions by their id", () => {
    expect(kindsIn(calls)).toEqual([]);
    expect(kindsIn([...calls.toReversed(), ...calls.slice(1, 3)])).toEqual([]);
  });

  it("reports an event of which a webhook was not called", () => {
    expect(kindsIn(calls.slice(1))).toEqual(["webhook missed an event"]);
  });

  it("reports a webhook called with an event that no stream showed, or under two ids", () => {
    const [first] = calls as [DeliveredEvent];
    expect(kindsIn([...calls, { ...first, id: "another" }])).toEqual(["webhook was called for nothing"]);
    const strange = { ...first, id: "strange", data: { case_id: "another tenant's" } };
    expect(kindsIn([...calls, strange])).toEqual(["webhook was called for nothing"]);
  });

  it("accepts a webhook called with an event from just before it was made", () => {
    const [first] = calls as [DeliveredEvent];
    const before = { ...first, id: "before", timestamp: at(-1), data: { case_id: "of a minute ago" } };
    expect(kindsIn([...calls, before])).toEqual([]);
    expect(kindsIn([before, ...calls.slice(1)])).toEqual(["webhook missed an event"]);
  });
});
