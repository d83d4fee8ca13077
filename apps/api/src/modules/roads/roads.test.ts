import { describe, expect, it } from "vitest";
import { fetchMatrixInBlocks } from "./blocks";
import { decodePolyline, type Position } from "./road";
import { describeRouteStep } from "./step-description";

describe("an encoded line", () => {
  it("an encoded route line is decoded with the precision of its encoding", () => {
    const published = "_p~iF~ps|U_ulLnnqC_mqNvxq`@";
    expect(decodePolyline(published, 5)).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ]);
  });

  it.each(["_p~iF", "\u0000\u0000", "~".repeat(50), "_p~iF~ps|U_ulL"])(
    "a broken encoded route line is refused: %j",
    (text) => {
      expect(decodePolyline(text, 5)).toBeUndefined();
    },
  );
});

describe("a large matrix", () => {
  it.each([1, 3, 7, 50])(
    "a large matrix that is requested in blocks of the size %i equals one that is requested as a whole",
    async (side) => {
      const places = (count: number, lat: number) => Array.from({ length: count }, (_, lon): Position => [lon, lat]);
      let [most, asked] = [0, 0];
      const matrix = await fetchMatrixInBlocks(places(7, 47), places(10, 48), {
        side,
        ask: async (sources, destinations) => {
          most = Math.max(most, sources.length, destinations.length);
          asked++;
          const cells = sources.map(([from]) => destinations.map(([to]) => (from === to ? null : from * 100 + to)));
          return { durations: cells, distances: cells };
        },
      });
      expect(most).toBeLessThanOrEqual(side);
      expect(asked).toBe(Math.ceil(7 / side) * Math.ceil(10 / side));
      matrix.durations.forEach((row, from) =>
        row.forEach((cell, to) => expect(cell).toBe(from === to ? null : from * 100 + to)),
      );
      expect(matrix.distances).toEqual(matrix.durations);
    },
  );
});

describe("a step of OSRM", () => {
  it.each([
    [
      { name: "Herrengasse", maneuver: { type: "turn", modifier: "left" } },
      "Links abbiegen auf Herrengasse",
      "Turn left onto Herrengasse",
    ],
    [{ name: "", maneuver: { type: "depart", modifier: "right" } }, "Losfahren", "Set off"],
    [{ name: "Hof", maneuver: { type: "arrive" } }, "Sie haben das Ziel erreicht", "You have arrived"],
    [
      { maneuver: { type: "roundabout", exit: 2 } },
      "Im Kreisverkehr die 2. Ausfahrt nehmen",
      "Take exit 2 of the roundabout",
    ],
    [{ maneuver: { type: "continue", modifier: "uturn" } }, "Wenden", "Make a U-turn"],
    [{ maneuver: { type: "something new" } }, "Weiterfahren", "Continue"],
  ])("the OSRM step %j has an instruction in both languages", (step, german, english) => {
    expect([describeRouteStep(step, "de"), describeRouteStep(step, "en")]).toEqual([german, english]);
  });
});
