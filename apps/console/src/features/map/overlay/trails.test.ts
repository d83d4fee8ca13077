import { describe, expect, it } from "vitest";
import { VehicleMotionAnimator } from "./motion.ts";
import { VehicleTrails } from "./trails.ts";

const positionAtLongitude = (lon: number) => ({
  vehicle_id: "v1",
  lat: 47,
  lon,
  heading_degrees: null,
  speed_meters_per_second: null,
  fixed_at: "2026-03-02T09:00:00Z",
});

describe("trails", () => {
  it("the trail of a vehicle on the map gets a new point only after some metres", () => {
    const trails = new VehicleTrails();
    for (const lon of [15, 15.0001, 15.0002, 15.001]) trails.keep([positionAtLongitude(lon)]);
    expect(trails.of("v1").map(([lon]) => lon)).toEqual([15, 15.001]);
  });

  it("the trail of a vehicle on the map keeps its newest 200 points", () => {
    const trails = new VehicleTrails();
    for (let step = 0; step < 1_000; step++) trails.keep([positionAtLongitude(15 + step / 100)]);
    expect(trails.of("v1")).toHaveLength(200);
    expect(trails.of("v1").at(-1)?.[0]).toBeCloseTo(24.99, 6);
  });
});

describe("motion", () => {
  it("a vehicle on the map moves smoothly to a new position within a second, and jumps to its first one", () => {
    const motion = new VehicleMotionAnimator();
    expect(motion.placeOf(positionAtLongitude(15), 0)).toEqual([15, 47]);
    expect(motion.isGliding(0)).toBe(false);
    motion.placeOf(positionAtLongitude(16), 1_000);
    expect(motion.placeOf(positionAtLongitude(16), 1_500)[0]).toBeCloseTo(15.5, 6);
    expect(motion.isGliding(1_500)).toBe(true);
    expect(motion.placeOf(positionAtLongitude(16), 2_000)).toEqual([16, 47]);
    expect(motion.isGliding(2_000)).toBe(false);
  });

  it("a vehicle moving on the map goes on from where it is drawn when a newer position arrives", () => {
    const motion = new VehicleMotionAnimator();
    motion.placeOf(positionAtLongitude(15), 0);
    motion.placeOf(positionAtLongitude(16), 0);
    expect(motion.placeOf(positionAtLongitude(14), 500)[0]).toBeCloseTo(15.5, 6);
    expect(motion.placeOf(positionAtLongitude(14), 1_000)[0]).toBeCloseTo(14.75, 6);
  });
});
