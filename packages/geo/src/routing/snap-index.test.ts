import { describe, expect, it } from "vitest";
import { SeededChance } from "@leitstand/scenario/chance";
import type { LonLat } from "../lon-lat";
import { metersBetween } from "../lon-lat";
import { createLetterMapRouter, importLetterMap, type LetterMap } from "../roads/small-map-testkit";
import { roadPointAt } from "../roads/turn-graph";
import { SnapIndex } from "./snap-index";

const fieldMap: LetterMap = {
  drawing: "A..........B\n............\n....C.......",
  ways: { AB: { name: "Rheindamm" }, AC: {} },
};

describe("nearest road", () => {
  it("the router finds the nearest road beside a place, with its name and distance", async () => {
    const { router, placeOf } = await createLetterMapRouter(fieldMap);
    const [lon, lat] = placeOf("AB");
    const found = router.snap([lon, lat + 0.0009]);
    expect(found?.name).toBe("Rheindamm");
    expect(found?.distance_meters).toBeCloseTo(100, 0);
    expect(found?.location[0]).toBeCloseTo(lon, 6);
    expect(found?.location[1]).toBeCloseTo(lat, 6);
  });

  it.each<[what: string, place: LonLat]>([
    ["in the middle of a lake", [9.4, 47.6]],
    ["on the other side of the world", [-170, -47]],
    ["at the pole", [0, 90]],
    ["beyond all latitudes", [9.5, 1000]],
    ["nowhere", [Number.NaN, 47]],
    ["in infinity", [9.5, Number.POSITIVE_INFINITY]],
  ])("the router finds no nearest road for a place %s", async (_, place) => {
    const { router } = await createLetterMapRouter(fieldMap);
    const near: LonLat = [9.5, 47];
    expect(router.snap(place)).toBeUndefined();
    expect(router.route([near, place])).toEqual({ kind: "no_road", index: 1, within_meters: 1000 });
    expect(router.matrix([near, place], [near])).toEqual({
      durations_seconds: [[0], [null]],
      distances_meters: [[0], [null]],
      estimated: false,
    });
  });

  it("the router finds no road beyond the requested distance", async () => {
    const { router, placeOf } = await createLetterMapRouter(fieldMap);
    const [lon, lat] = placeOf("AB");
    const beside: LonLat = [lon, lat + 0.0009];
    expect(router.snap(beside, { within_meters: 99 })).toBeUndefined();
    expect(router.snap(beside, { within_meters: 101 })).toBeDefined();
    expect(router.snap(beside, { within_meters: Number.POSITIVE_INFINITY })).toBeDefined();
    expect(router.snap(beside, { within_meters: Number.NaN })).toBeUndefined();
    expect(router.snap(beside, { within_meters: -1 })).toBeUndefined();
    expect(router.route([beside, beside], { within_meters: 50 })).toEqual({
      kind: "no_road",
      index: 0,
      within_meters: 50,
    });
  });

  it("the router does not find a road that is not connected to the network", async () => {
    const map: LetterMap = {
      drawing: "A.....B\n.......\nC.D....",
      ways: { AB: { name: "Hauptstraße" }, CD: { name: "Insel" } },
    };
    const { router, placeOf } = await createLetterMapRouter({
      ...map,
      ways: { ...map.ways, BA: { name: "Parallele" } },
    });
    expect(router.snap(placeOf("C"))?.name).not.toBe("Insel");
  });

  it("the router finds at random places a road as near as a search through all roads", async () => {
    const chance = new SeededChance(5);
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const rows = Array.from({ length: 14 }, () => Array.from({ length: 40 }, () => "."));
    for (const letter of letters) (rows[chance.below(14)] as string[])[chance.below(40)] = letter;
    const drawing = rows.map((row) => row.join("")).join("\n");
    const drawn = Array.from(letters).filter((letter) => drawing.includes(letter));
    const ways = Object.fromEntries(drawn.slice(1).map((letter, index) => [`${drawn[index]}${letter}`, {}]));
    const network = await importLetterMap({ drawing, ways });
    const index = new SnapIndex(network);
    for (let round = 0; round < 300; round++) {
      const place: LonLat = [9.5 + chance.next() * 0.05, 47 - chance.next() * 0.013];
      const found = index.nearest(place, 50_000)?.distance_meters ?? Number.NaN;
      expect(found).toBeLessThanOrEqual(nearestByBruteForce(network, place) + 0.05);
    }
  });
});

/** Searches every hundredth part of every stretch. */
function nearestByBruteForce({ pieces }: Awaited<ReturnType<typeof importLetterMap>>, place: LonLat): number {
  let best = Number.POSITIVE_INFINITY;
  for (let piece = 0; piece < pieces.count; piece++) {
    const first = pieces.firstPoint[piece] as number;
    const [lon, lat] = roadPointAt(pieces, first);
    const [endLon, endLat] = roadPointAt(pieces, first + 1);
    for (let part = 0; part <= 100; part++) {
      const at: LonLat = [lon + ((endLon - lon) * part) / 100, lat + ((endLat - lat) * part) / 100];
      best = Math.min(best, metersBetween(place, at));
    }
  }
  return best;
}
