import { describe, expect, it } from "vitest";
import type { LonLat } from "../lon-lat";
import { estimateMatrix, estimateRoute, estimateDistanceAndDuration } from "./estimate";

const VADUZ: LonLat = [9.5215, 47.141];
/** A place this many metres north of Vaduz. */
const placeNorthOfVaduz = (meters: number): LonLat => [VADUZ[0], VADUZ[1] + meters / 111_195.08];

describe("estimated route", () => {
  it.each([
    [0, 0, 60],
    [1_000, 1_300, 216],
    [5_000, 6_500, 750],
    [50_000, 65_000, 3_486],
    [200_000, 260_000, 10_876],
  ])("the estimator estimates %i m in a straight line as %i m by road in %i s", (straight, distance, seconds) => {
    const way = estimateDistanceAndDuration(VADUZ, placeNorthOfVaduz(straight));
    expect(way.distance_meters / Math.max(1, distance)).toBeCloseTo(distance === 0 ? 0 : 1, 5);
    expect(Math.round(way.duration_seconds)).toBe(seconds);
  });

  it("the estimator estimates a longer time for a longer distance", () => {
    const seconds = Array.from(
      { length: 500 },
      (_, index) => estimateDistanceAndDuration(VADUZ, placeNorthOfVaduz(index * 400)).duration_seconds,
    );
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(new Set(seconds).size).toBe(seconds.length);
  });

  it("an estimated route and an estimated matrix are marked as estimates, and agree", () => {
    const route = estimateRoute([VADUZ, placeNorthOfVaduz(3_000), VADUZ]);
    const matrix = estimateMatrix([VADUZ], [placeNorthOfVaduz(3_000), VADUZ]);
    expect([route.estimated, matrix.estimated]).toEqual([true, true]);
    expect(route.legs[0]?.duration_seconds).toBe(matrix.durations_seconds[0]?.[0]);
    expect(route.duration_seconds).toBe(2 * (matrix.durations_seconds[0]?.[0] ?? Number.NaN));
    expect(matrix.distances_meters[0]?.[1]).toBe(0);
  });
});
