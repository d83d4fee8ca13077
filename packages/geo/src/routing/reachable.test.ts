import { describe, expect, it } from "vitest";
import type { LonLat } from "../lon-lat";
import { createLetterMapRouter, type LetterMap } from "../roads/small-map-testkit";
import { outlinePolygonsOfRaster } from "./outline";
import type { Router } from "./router";

const crossMap: LetterMap = {
  drawing: "......N......\n.............\nW.....C.....E\n.............\n......S......",
  ways: {
    WC: { maxspeed: "50", highway: "primary" },
    CE: { maxspeed: "20", highway: "primary" },
    NC: {},
    CS: { access: "private" },
  },
};

const reachablePolygons = (router: Router, place: LonLat, seconds: number) => {
  const area = router.reachable(place, seconds);
  return area.kind === "area" ? area.coordinates : [];
};

function polygonContains(polygon: readonly (readonly LonLat[])[], place: LonLat): boolean {
  return polygon.filter((ring) => ringSurrounds(ring, place)).length % 2 === 1;
}

function ringSurrounds(ring: readonly LonLat[], [lon, lat]: LonLat): boolean {
  return ring.slice(1).reduce((isInside, [x, y], index) => {
    const [beforeX, beforeY] = ring[index] as LonLat;
    const crosses = y > lat !== beforeY > lat && lon < x + ((lat - y) / (beforeY - y)) * (beforeX - x);
    return crosses ? !isInside : isInside;
  }, false);
}

describe("area reachable within a time", () => {
  it("the reachable area extends farther along a fast road than along a slow one, and farther with more time", async () => {
    const { router, placeOf } = await createLetterMapRouter(crossMap);
    const reached = (seconds: number, ...places: string[]) =>
      places.map((letters) =>
        reachablePolygons(router, placeOf("C"), seconds).some((polygon) => polygonContains(polygon, placeOf(letters))),
      );
    expect(reached(55, "C", "W", "E", "WC", "CE")).toEqual([true, true, false, true, true]);
    expect(reached(25, "C", "W", "E")).toEqual([true, false, false]);
    expect(reached(200, "W", "E", "N")).toEqual([true, true, true]);
  });

  it("the router excludes private roads from the reachable area, except at the start", async () => {
    const { router, placeOf } = await createLetterMapRouter(crossMap);
    const isIn = (from: string, to: string) =>
      reachablePolygons(router, placeOf(from), 300).some((polygon) => polygonContains(polygon, placeOf(to)));
    expect([isIn("WC", "S"), isIn("S", "S"), isIn("S", "W")]).toEqual([false, true, true]);
  });

  it("the reachable area contains at least the start, and is empty without a road nearby", async () => {
    const { router, placeOf } = await createLetterMapRouter(crossMap);
    const [first] = reachablePolygons(router, placeOf("WC"), 0);
    expect(first && polygonContains(first, placeOf("WC"))).toBe(true);
    expect(router.reachable([0, 0], 600)).toEqual({ kind: "no_road", within_meters: 1000 });
  });
});

describe("outline of an area", () => {
  const outline = (...lines: string[]) => {
    const isIn = Uint8Array.from(Array.from(lines.join("")), (character) => (character === "#" ? 1 : 0));
    return outlinePolygonsOfRaster(
      { columns: (lines[0] as string).length, rows: lines.length, isIn },
      ([column, row]) => [column, row],
    );
  };

  it("the outline of a reachable area is closed and anticlockwise", () => {
    expect(outline("....", ".##.", "....")).toEqual([
      [
        [
          [1, 1],
          [3, 1],
          [3, 2],
          [1, 2],
          [1, 1],
        ],
      ],
    ]);
  });

  it("a hole in a reachable area is clockwise, and listed with the area that contains it", () => {
    const [outer, island, ...others] = outline(
      "#######",
      "#.....#",
      "#.###.#",
      "#.#.#.#",
      "#.###.#",
      "#.....#",
      "#######",
    ).toSorted((polygon, other) => ((other[0]?.[0]?.[0] ?? 0) < (polygon[0]?.[0]?.[0] ?? 0) ? 1 : -1));
    expect(others).toEqual([]);
    expect(outer?.map((ring) => ring.length)).toEqual([5, 5]);
    expect(island?.map((ring) => ring.length)).toEqual([5, 5]);
    expect(outer?.[1]).toContainEqual([6, 6]);
    expect(island?.[1]).toContainEqual([4, 4]);
  });

  it("reachable areas that touch only at a corner are separate polygons", () => {
    expect(outline("#.", ".#").map((polygon) => polygon.map((ring) => ring.length))).toEqual([[5], [5]]);
  });
});
