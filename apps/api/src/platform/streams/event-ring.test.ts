import { describe, expect, it } from "vitest";
import type { LoggedFrame } from "./event-frame";
import { EventRing } from "./event-ring";

const aFrame = (xid: number, size = 10): LoggedFrame => ({
  cursor: { xid: BigInt(xid), id: 1n, timeline: "1" },
  tenant_id: "tenant",
  type: "calendar",
  audience: {},
  bytes: Buffer.alloc(size),
});
const after = (ring: EventRing, xid: number) =>
  [...ring.after({ xid: BigInt(xid), id: 1n, timeline: "1" })].map(({ cursor }) => Number(cursor.xid));
const covers = (ring: EventRing, xid: number) => ring.covers({ xid: BigInt(xid), id: 1n, timeline: "1" });

describe("the ring of newest events", () => {
  it("answers what came after a place, as long as it remembers all of it", () => {
    const ring = new EventRing({ xid: 0n, id: 1n, timeline: "1" }, { frames: 3, bytes: 1_000 });
    for (let xid = 1; xid <= 2_500; xid++) {
      ring.push(aFrame(xid));
      const oldest = Math.max(0, xid - 3);
      expect(covers(ring, oldest)).toBe(true);
      expect(oldest > 0 && covers(ring, oldest - 1)).toBe(false);
      expect(after(ring, oldest)).toEqual([oldest + 1, oldest + 2, oldest + 3].filter((at) => at <= xid));
    }
  });

  it("holds no more bytes than it may", () => {
    const ring = new EventRing({ xid: 0n, id: 1n, timeline: "1" }, { frames: 100, bytes: 100 });
    for (let xid = 1; xid <= 9; xid++) ring.push(aFrame(xid, 30));
    expect(after(ring, 0)).toEqual([7, 8, 9]);
    expect(covers(ring, 6)).toBe(true);
    expect(covers(ring, 5)).toBe(false);
  });
});
