import { describe, expect, it } from "vitest";
import type { LonLat } from "../lon-lat";
import { coverageOfRoads, isWithinRoadCoverage } from "./coverage";
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

const gap = " ".repeat(39);
/** Roads around three squares of 4 km, which leave open the fourth. */
const angleMap: LetterMap = {
  drawing: [`a${gap}b`, `f${gap}c${gap}d`, `g${gap}h${gap}e`].join("\n".repeat(40)),
  ways: { abcdehgfa: {}, fc: {}, ch: {} },
};
const corner = (letter: string) => placesByLetter(angleMap).get(letter) as LonLat;

describe("coverage of a map", () => {
  const coverage = importLetterMap(angleMap).then(coverageOfRoads);

  it.each<[string, LonLat, boolean]>([
    ["a place at a road", corner("c"), true],
    ["a place far from the roads that enclose it", middleBetween(corner("a"), corner("c")), true],
    ["a place in another square", middleBetween(corner("c"), corner("e")), true],
    ["a place in the notch that the map reaches around", middleBetween(corner("b"), corner("d")), false],
    ["a place beyond the map", [corner("e")[0] + 0.1, corner("e")[1]], false],
    ["a place on the other side of the world", [-170, -47], false],
  ])("the coverage of a road network tells whether it contains %s", async (...[, place, isWithin]) => {
    expect(isWithinRoadCoverage(await coverage, place, 300)).toBe(isWithin);
  });

  it("the coverage of a road network contains a place less than the margin from the last cell with a road", async () => {
    const { west, width, south, height } = await coverage;
    const place: LonLat = [west + 0.8 * width, south + 3.5 * height];
    expect(isWithinRoadCoverage(await coverage, place, 100)).toBe(false);
    expect(isWithinRoadCoverage(await coverage, place, 300)).toBe(true);
  });

  it("the coverage of a road network leaves out a region that no road joins to the main one", async () => {
    const far = " ".repeat(60);
    const twoRegions: LetterMap = {
      drawing: [`a   b${far}x y`, `d   c${far}w z`].join("\n\n"),
      ways: { abcda: {}, xyzwx: {} },
    };
    const network = await importLetterMap(twoRegions);
    const places = placesByLetter(twoRegions);
    const isCovered = (letter: string) =>
      isWithinRoadCoverage(coverageOfRoads(network), places.get(letter) as LonLat, 300);
    expect([isCovered("b"), isCovered("y")]).toEqual([true, false]);
  });

  it("a map without roads covers nothing", () => {
    const pieces = { count: 0, firstPoint: Uint32Array.of(0), lons: new Int32Array(0), lats: new Int32Array(0) };
    const roads = { pieces, graph: { stateOf: new Int32Array(0) } };
    expect(isWithinRoadCoverage(coverageOfRoads(roads), [0, 0], 300)).toBe(false);
  });
});
