import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareEventCursors, formatEventCursor, parseEventCursor } from "./event-cursor";

const anyInt64 = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const anyTransactionPlace = fc.record({ xid: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), id: anyInt64 });
const anyCursor = fc.record(
  { position: anyInt64, history: fc.stringMatching(/^[0-9a-f]{1,16}$/), known: anyTransactionPlace },
  { requiredKeys: ["position", "history"] },
);

describe("cursor of the event log", () => {
  it("a cursor is parsed as it was formatted, and cursors are ordered by position", () => {
    fc.assert(
      fc.property(anyCursor, anyCursor, (a, b) => {
        expect(parseEventCursor(formatEventCursor(a))).toEqual(a);
        expect(Math.sign(compareEventCursors(a, b)) + Math.sign(compareEventCursors(b, a))).toBe(0);
        expect(compareEventCursors(a, b) < 0).toBe(a.position < b.position);
      }),
      { seed: 1 },
    );
  });

  it("a cursor of the previous release is read as the place of its transaction, before all positions", () => {
    expect(parseEventCursor("7-1-1a")).toEqual({ position: 0n, history: "1a", known: { xid: 7n, id: 1n } });
  });

  it.each([
    "",
    "7",
    "7-",
    "-7",
    "7-x",
    "07-1",
    " 7-1",
    "7-1 ",
    "7-11223344556677889",
    "9223372036854775808-1",
    "7-1-",
    "07-1-1",
    "7-01-1",
    " 7-1-1",
    "7-1-1 ",
    "7-1-1-1-1",
    "7-01-1-1",
    "7-1-x",
    "7-1-11223344556677889",
    "x-1-1",
    "1e3-1-1",
    "18446744073709551616-0-1",
    "0-9223372036854775808-1",
    "7-1-1'; drop table events",
  ])("the malformed cursor %j is refused", (text) => expect(parseEventCursor(text)).toBeUndefined());
});
