import { describe, expect, it } from "vitest";
import { extend, keepOnly, nothing, toggle } from "./queue-selection.ts";

const order = ["a", "b", "c", "d", "e"];
const picked = (ids: Iterable<string>) => [...ids].sort().join("");

describe("what is picked of the queue", () => {
  it("toggling a row adds it to the selection and removes it again", () => {
    const one = toggle(nothing, "b");
    expect([picked(one.ids), picked(toggle(one, "b").ids)]).toEqual(["b", ""]);
  });
  it.each([
    ["b", "d", "bcd"],
    ["d", "b", "bcd"],
    ["c", "c", "c"],
    ["x", "d", "dx"],
  ])("extending the selection from %s to %s picks the rows between them", (anchor, to, ids) =>
    expect(picked(extend(toggle(nothing, anchor), to, order).ids)).toBe(ids),
  );
  it("extending a selection again keeps the row from which it was begun", () =>
    expect(extend(extend(toggle(nothing, "b"), "d", order), "a", order).anchor).toBe("b"));
  it("a selection drops rows that have left the list", () =>
    expect(picked(keepOnly(extend(toggle(nothing, "a"), "c", order), new Set(["b", "e"])).ids)).toBe("b"));
});
