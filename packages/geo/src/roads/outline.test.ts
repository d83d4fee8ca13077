import { describe, expect, it } from "vitest";
import type { LonLat } from "../lon-lat";
import { isWithinRoadHull, convexHullOfRoads } from "./outline";
import { importLetterMap, placesByLetter, type LetterMap } from "./small-map-testkit";

/** Roads along three sides of a square of 400 m, and one into its middle. */
const squareMap: LetterMap = { drawing: "a   b\n\n  e\n\nd   c", ways: { abcd: {}, be: {} } };
const placesOfMap = placesByLetter(squareMap);
const [a, c, d, e] = ["a", "c", "d", "e"].map((letter) => placesOfMap.get(letter)) as [LonLat, LonLat, LonLat, LonLat];
const middleBetween = ([lon, lat]: LonLat, [otherLon, otherLat]: LonLat): LonLat => [
  (lon + otherLon) / 2,
  (lat + otherLat) / 2,
];

describe("outline of a map", () => {
  it("the road import draws an outline around all roads that crosses none of them", async () => {
    const outline = convexHullOfRoads(await importLetterMap(squareMap));
    expect(outline).toHaveLength(4);
    for (const corner of ["a", "b", "c", "d"])
      expect(outline).toContainEqual(placesOfMap.get(corner)?.map((degrees) => expect.closeTo(degrees, 6)));
  });

  it.each<[string, LonLat, number, boolean]>([
    ["a place between the roads", middleBetween(d, e), 0, true],
    ["a place at the rim", middleBetween(a, d), 1, true],
    ["a place 150 m west of the outline", [a[0] - 0.002, e[1]], 100, false],
    ["a place 150 m west of the outline, with a margin of 200 m", [a[0] - 0.002, e[1]], 200, true],
    ["a place north of the outline", [e[0], a[1] + 0.01], 100, false],
    ["a place on the other side of the world", [-170, -47], 1000, false],
    ["a place beside a corner", [c[0] + 0.01, c[1] - 0.01], 300, false],
  ])("the outline of a road network tells whether it contains %s", async (...[, place, margin, isWithin]) => {
    expect(isWithinRoadHull(convexHullOfRoads(await importLetterMap(squareMap)), place, margin)).toBe(isWithin);
  });

  it("the road import draws no outline for a map without roads", () => {
    expect(isWithinRoadHull([], [9.5, 47], 1000)).toBe(false);
  });
});
