import { describe, expect, it } from "vitest";
import { estimateWay } from "./estimate";

describe("a way that is estimated", () => {
  it.each([
    [0, 0, 60],
    [1_000, 1_300, 216],
    [5_000, 6_500, 750],
    [50_000, 65_000, 3_486],
    [200_000, 260_000, 10_876],
  ])("of %i m as the crow flies is %i m by road and takes %i s", (straight, distance_meters, duration_seconds) => {
    expect(estimateWay(straight)).toEqual({ distance_meters, duration_seconds });
  });

  it("takes longer the longer it is", () => {
    const ways = Array.from({ length: 500 }, (_, index) => estimateWay(index * 400).duration_seconds);
    expect(ways).toEqual(ways.toSorted((a, b) => a - b));
    expect(new Set(ways).size).toBe(ways.length);
  });
});
