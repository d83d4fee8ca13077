import { describe, expect, it } from "vitest";
import type { LonLat } from "../lon-lat";
import { routerOnMap, type SmallMap } from "../roads/small-map-testkit";
import { rasterOutlines } from "./outline";
import type { Router } from "./router";

const crossMap: SmallMap = {
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
  it("reaches farther along a fast road than along a slow one, and farther with more time", async () => {
    const { router, placeOf } = await routerOnMap(crossMap);
    const reached = (seconds: number, ...places: string[]) =>
      places.map((letters) =>
        reachablePolygons(router, placeOf("C"), seconds).some((polygon) => polygonContains(polygon, placeOf(letters))),
      );
    expect(reached(55, "C", "W", "E", "WC", "CE")).toEqual([true, true, false, true, true]);
    expect(reached(25, "C", "W", "E")).toEqual([true, false, false]);
    expect(reached(200, "W", "E", "N")).toEqual([true, true, true]);
  });

  it("leaves private roads out of the reachable area, except where the drive starts", async () => {
    const { router, placeOf } = await routerOnMap(crossMap);
    const isIn = (from: string, to: string) =>
      reachablePolygons(router, placeOf(from), 300).some((polygon) => polygonContains(polygon, placeOf(to)));
    expect([isIn("WC", "S"), isIn("S", "S"), isIn("S", "W")]).toEqual([false, true, true]);
  });

  it("reaches at least the place itself, and nothing where there is no road", async () => {
    const { router, placeOf } = await routerOnMap(crossMap);
    const [first] = reachablePolygons(router, placeOf("WC"), 0);
    expect(first && polygonContains(first, placeOf("WC"))).toBe(true);
    expect(router.reachable([0, 0], 600)).toEqual({ kind: "no_road", within_meters: 1000 });
  });
});

describe("outline of an area", () => {
  const outline = (...lines: string[]) => {
    const isIn = Uint8Array.from(Array.from(lines.join("")), (character) => (character === "#" ? 1 : 0));
    return rasterOutlines({ columns: (lines[0] as string).length, rows: lines.length, isIn }, ([column, row]) => [
      column,
      row,
    ]);
  };

  it("draws the outline of an area anticlockwise and closed", () => {
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

  it("draws a hole clockwise, within the area that it lies in", () => {
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

  it("keeps areas apart that touch at a corner", () => {
    expect(outline("#.", ".#").map((polygon) => polygon.map((ring) => ring.length))).toEqual([[5], [5]]);
  });
});
