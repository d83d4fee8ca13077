import { describe, expect, it } from "vitest";
import type { LoggedFrame } from "./event-frame";
import { EventRing } from "./event-ring";

const aFrame = (position: number, size = 10): LoggedFrame => ({
  cursor: { position: BigInt(position), history: "1" },
  tenant_id: "tenant",
  type: "calendar",
  audience: {},
  bytes: Buffer.alloc(size),
});
const after = (ring: EventRing, position: number) =>
  [...ring.after({ position: BigInt(position), history: "1" })].map(({ cursor }) => Number(cursor.position));
const covers = (ring: EventRing, position: number) => ring.covers({ position: BigInt(position), history: "1" });

describe("ring of newest events", () => {
  it("the ring of newest events returns the events after a place as long as it still holds all of them", () => {
    const ring = new EventRing({ position: 0n, history: "1" }, { frames: 3, bytes: 1_000 });
    for (let position = 1; position <= 2_500; position++) {
      ring.push(aFrame(position));
      const oldest = Math.max(0, position - 3);
      expect(covers(ring, oldest)).toBe(true);
      expect(oldest > 0 && covers(ring, oldest - 1)).toBe(false);
      expect(after(ring, oldest)).toEqual([oldest + 1, oldest + 2, oldest + 3].filter((at) => at <= position));
    }
  });

  it("the ring of newest events holds no more bytes than its limit", () => {
    const ring = new EventRing({ position: 0n, history: "1" }, { frames: 100, bytes: 100 });
    for (let position = 1; position <= 9; position++) ring.push(aFrame(position, 30));
    expect(after(ring, 0)).toEqual([7, 8, 9]);
    expect(covers(ring, 6)).toBe(true);
    expect(covers(ring, 5)).toBe(false);
  });
});
