import { describe, expect, it } from "vitest";
import { estimateDirections, estimateMatrix } from "./estimate";

describe("directions that are estimated", () => {
  const [graz, weiz] = [
    [15.44, 47.07],
    [15.62, 47.22],
  ] as const;

  it("estimated directions are straight lines between the places, and take as long as in the matrix", () => {
    const { routes, waypoints } = estimateDirections([graz, weiz, graz]);
    const matrix = estimateMatrix([graz, weiz], [graz, weiz]);
    expect(waypoints).toEqual([graz, weiz, graz].map((location) => ({ location, snap_meters: 0 })));
    expect(routes).toHaveLength(1);
    expect(routes[0]?.legs.map(({ duration_seconds }) => duration_seconds)).toEqual([
      matrix.durations[0]?.[1],
      matrix.durations[1]?.[0],
    ]);
    expect(routes[0]?.distance_meters).toBe((matrix.distances[0]?.[1] ?? 0) * 2);
  });
});
