import { describe, expect, it } from "vitest";
import {
  extendSelection,
  keepPresentRowsInSelection,
  emptyRowSelection,
  toggleRowInSelection,
} from "./queue-selection.ts";

const rowOrder = ["a", "b", "c", "d", "e"];
const pickedIds = (ids: Iterable<string>) => [...ids].sort().join("");

describe("what is picked of the queue", () => {
  it("toggling a row of the queue adds it to the selection and removes it again", () => {
    const one = toggleRowInSelection(emptyRowSelection, "b");
    expect([pickedIds(one.ids), pickedIds(toggleRowInSelection(one, "b").ids)]).toEqual(["b", ""]);
  });
  it.each([
    ["b", "d", "bcd"],
    ["d", "b", "bcd"],
    ["c", "c", "c"],
    ["x", "d", "dx"],
  ])("extending the queue's selection from %s to %s selects the rows between them", (anchor, to, ids) =>
    expect(pickedIds(extendSelection(toggleRowInSelection(emptyRowSelection, anchor), to, rowOrder).ids)).toBe(ids),
  );
  it("extending the queue's selection again keeps the row at which it began", () =>
    expect(
      extendSelection(extendSelection(toggleRowInSelection(emptyRowSelection, "b"), "d", rowOrder), "a", rowOrder)
        .anchor,
    ).toBe("b"));
  it("the queue's selection drops rows that have left the list", () =>
    expect(
      pickedIds(
        keepPresentRowsInSelection(
          extendSelection(toggleRowInSelection(emptyRowSelection, "a"), "c", rowOrder),
          new Set(["b", "e"]),
        ).ids,
      ),
    ).toBe("b"));
});
