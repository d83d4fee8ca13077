import { describe, expect, it } from "vitest";
import type { LoggedFrame } from "./event-frame";
import { EventRingBuffer } from "./event-ring";

const frameAt = (position: number, size = 10): LoggedFrame => ({
  cursor: { position: BigInt(position), history: "1" },
  tenant_id: "tenant",
  type: "calendar",
  audience: {},
  bytes: Buffer.alloc(size),
});
const framesAfter = (ring: EventRingBuffer, position: number) =>
  [...ring.after({ position: BigInt(position), history: "1" })].map(({ cursor }) => Number(cursor.position));
const ringCovers = (ring: EventRingBuffer, position: number) =>
  ring.covers({ position: BigInt(position), history: "1" });

describe("ring of newest events", () => {
  it("the ring buffer of newest events returns the events after a position as long as it still holds all of them", () => {
    const ring = new EventRingBuffer({ position: 0n, history: "1" }, { frames: 3, bytes: 1_000 });
    for (let position = 1; position <= 2_500; position++) {
      ring.push(frameAt(position));
      const oldest = Math.max(0, position - 3);
      expect(ringCovers(ring, oldest)).toBe(true);
      expect(oldest > 0 && ringCovers(ring, oldest - 1)).toBe(false);
      expect(framesAfter(ring, oldest)).toEqual([oldest + 1, oldest + 2, oldest + 3].filter((at) => at <= position));
    }
  });

  it("the ring buffer of newest events holds no more bytes than its limit", () => {
    const ring = new EventRingBuffer({ position: 0n, history: "1" }, { frames: 100, bytes: 100 });
    for (let position = 1; position <= 9; position++) ring.push(frameAt(position, 30));
    expect(framesAfter(ring, 0)).toEqual([7, 8, 9]);
    expect(ringCovers(ring, 6)).toBe(true);
    expect(ringCovers(ring, 5)).toBe(false);
  });
});
