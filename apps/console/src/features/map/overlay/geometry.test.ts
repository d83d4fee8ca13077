import { describe, expect, it } from "vitest";
import { boundsOfPoints, distanceMeters, isPointInRing, centroidOfRing, type LonLatPair } from "./geometry.ts";

const squareRing: LonLatPair[] = [
  [15, 47],
  [16, 47],
  [16, 48],
  [15, 48],
  [15, 47],
];
/** Ring that is open to the north, so that its middle lies outside of it. */
const horseshoeRing: LonLatPair[] = [
  [0, 0],
  [3, 0],
  [3, 3],
  [2, 3],
  [2, 1],
  [1, 1],
  [1, 3],
  [0, 3],
];

describe("geometry", () => {
  it.each([
    ["the middle", [15.5, 47.5], true],
    ["near a corner", [15.01, 47.01], true],
    ["west of it", [14.9, 47.5], false],
    ["north of it", [15.5, 48.1], false],
  ] as const)("isPointInRing tells whether a point is in a ring: %s", (_name, point, expected) => {
    expect(isPointInRing(point, squareRing)).toBe(expected);
    expect(isPointInRing(point, squareRing.slice(0, -1))).toBe(expected);
  });

  it("isPointInRing is false for a point in the opening of a U-shaped ring", () => {
    expect(isPointInRing([1.5, 2], horseshoeRing)).toBe(false);
    expect(isPointInRing([0.5, 2], horseshoeRing)).toBe(true);
  });

  it("centroidOfRing finds the centre of a ring whether its points are clockwise or anticlockwise", () => {
    const turned = centroidOfRing(squareRing.toReversed());
    for (const { at, size } of [centroidOfRing(squareRing), turned]) {
      expect([at[0], at[1], Math.abs(size)].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([15.5, 47.5, 1]);
    }
  });

  it("boundsOfPoints gives the smallest box around points, and none for no points", () => {
    expect(boundsOfPoints(horseshoeRing)).toEqual({ west: 0, south: 0, east: 3, north: 3 });
    expect(boundsOfPoints([])).toBeUndefined();
  });

  it("distanceMeters computes the distance from Graz to Leibnitz with an error below one percent", () => {
    const meters = distanceMeters([15.4382, 47.0707], [15.5389, 46.7817]);
    expect(Math.abs(meters - 33_010) / 33_010).toBeLessThan(0.01);
  });
});
