import { describe, expect, it } from "vitest";
import { extend, keepOnly, nothing, toggle } from "./queue-selection.ts";

const order = ["a", "b", "c", "d", "e"];
const picked = (ids: Iterable<string>) => [...ids].sort().join("");

describe("what is picked of the queue", () => {
  it("takes a row in and out", () => {
    const one = toggle(nothing, "b");
    expect([picked(one.ids), picked(toggle(one, "b").ids)]).toEqual(["b", ""]);
  });
  it.each([
    ["b", "d", "bcd"],
    ["d", "b", "bcd"],
    ["c", "c", "c"],
    ["x", "d", "dx"],
  ])("reaches from %s to %s", (anchor, to, ids) =>
    expect(picked(extend(toggle(nothing, anchor), to, order).ids)).toBe(ids),
  );
  it("keeps the end from which a range was drawn", () =>
    expect(extend(extend(toggle(nothing, "b"), "d", order), "a", order).anchor).toBe("b"));
  it("forgets rows that have left", () =>
    expect(picked(keepOnly(extend(toggle(nothing, "a"), "c", order), new Set(["b", "e"])).ids)).toBe("b"));
});
