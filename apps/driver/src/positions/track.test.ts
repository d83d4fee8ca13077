import { describe, expect, it } from "vitest";
import {
  createTrackProjection,
  kilometersByPartOfDay,
  splitTrackIntoLegs,
  roundedScaleBarLength,
  findStays,
  type TrackFix,
} from "./track.ts";

const MINUTE_MS = 60_000;
const METERS_PER_DEGREE = 111_195;
/** Fix so many minutes after the first one, and so many metres further north. */
const aFix = (minutes: number, meters: number): TrackFix => ({
  at: minutes * MINUTE_MS,
  lat: 47.07 + meters / METERS_PER_DEGREE,
  lon: 15.44,
});
/** A drive of a kilometre in two minutes, ten minutes standing, and another kilometre. */
const driveWithStop = [
  0,
  500,
  1_000,
  ...Array.from({ length: 10 }, (_, minute) => 1_000 + (minute % 2) * 20),
  1_500,
  2_000,
].map((meters, minute) => aFix(minute, meters));

describe("the track of a day", () => {
  it("the drawing of a driver's track has no line across times without fixes", () => {
    expect(splitTrackIntoLegs([]).length).toBe(0);
    const twice = [...driveWithStop, ...driveWithStop.map((fix) => ({ ...fix, at: fix.at + 60 * MINUTE_MS }))];
    expect(splitTrackIntoLegs(twice).map((leg) => leg.length)).toEqual([driveWithStop.length, driveWithStop.length]);
  });

  it("a driver's track has a stay where the vehicle stood, and none where it only drove through", () => {
    const stays = findStays(splitTrackIntoLegs(driveWithStop));
    expect(stays.map(({ from, to }) => [from / MINUTE_MS, to / MINUTE_MS])).toEqual([[2, 12]]);
    expect(stays[0]?.lat).toBeCloseTo(aFix(0, 1_000).lat, 6);
  });

  it("the kilometres of a driver's track ignore the inaccuracy of fixes while the vehicle stands", () => {
    const byHalf = kilometersByPartOfDay(splitTrackIntoLegs(driveWithStop), (at) => (at < 7 * MINUTE_MS ? 1 : 2));
    expect(byHalf.get(1)).toBeCloseTo(1, 2);
    expect(byHalf.get(2)).toBeCloseTo(1, 1);
  });

  it("the drawing of a driver's track shows all of it, north up, at one scale", () => {
    const size = { width: 340, height: 240, margin: 20 };
    const frame = createTrackProjection(driveWithStop, size);
    const [first, last] = [frame.place(aFix(0, 0)), frame.place(aFix(14, 2_000))];
    expect(first).toMatchObject({ x: 170 });
    expect(first.y).toBeCloseTo(220, 5);
    expect(last.y).toBeCloseTo(20, 5);
    expect((first.y - last.y) * frame.meters).toBeCloseTo(2_000, 0);
    const east = frame.place({ ...aFix(7, 1_000), lon: 15.45 });
    expect(east.x).toBeGreaterThan(170);
    expect(createTrackProjection([aFix(0, 0)], size).place(aFix(0, 0))).toEqual({ x: 170, y: 120 });
  });

  it.each([
    [999, 500],
    [2_400, 2_000],
    [1_000, 1_000],
    [73, 50],
    [19_000, 10_000],
  ])("the drawing of a driver's track of %i metres has a scale bar of %i metres", (meters, scale) => {
    expect(roundedScaleBarLength(meters)).toBe(scale);
  });
});
