import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCursors, formatCursor, parseCursor } from "./event-cursor";

const cursors = fc.record({
  xid: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  id: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  timeline: fc.stringMatching(/^[0-9a-f]{1,16}$/),
});

describe("a cursor", () => {
  it("comes back as it was given out, and keeps its order", () => {
    fc.assert(
      fc.property(cursors, cursors, (a, b) => {
        expect(parseCursor(formatCursor(a))).toEqual(a);
        expect(Math.sign(compareCursors(a, b)) + Math.sign(compareCursors(b, a))).toBe(0);
        const before = a.xid < b.xid || (a.xid === b.xid && a.id < b.id);
        expect(compareCursors(a, b) < 0).toBe(before);
      }),
      { seed: 1 },
    );
  });

  it.each([
    "",
    "7",
    "7-",
    "-7",
    "7-1",
    "7-1-",
    "07-1-1",
    "7-01-1",
    " 7-1-1",
    "7-1-1 ",
    "7-1-1-1",
    "7-1-x",
    "7-1-11223344556677889",
    "x-1-1",
    "1e3-1-1",
    "18446744073709551616-0-1",
    "0-9223372036854775808-1",
    "7-1-1'; drop table events",
  ])("%j is none of ours", (text) => expect(parseCursor(text)).toBeUndefined());
});
