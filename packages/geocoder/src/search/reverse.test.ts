import { describe, expect, it } from "vitest";
import { smallTownEntries, HOUSE_STEP_DEGREES } from "../../testing/small-town";
import { buildGeocodingIndex } from "../index/build-index";
import { reverseGeocode } from "./reverse";

const smallTownIndex = buildGeocodingIndex(smallTownEntries);

describe("search at a point", () => {
  it("the geocoder finds the house nearest to a position, with its distance", () => {
    const [answer] = reverseGeocode(smallTownIndex, [15.44 + HOUSE_STEP_DEGREES + 0.00002, 47.07002]);
    expect(answer).toMatchObject({ kind: "address", label: "Herrengasse 3, 8010 Graz", precision: "exact" });
    expect(answer?.distance_meters).toBeGreaterThan(2);
    expect(answer?.distance_meters).toBeLessThan(3.5);
    expect(answer?.confidence).toBeGreaterThan(0.98);
  });

  it("the geocoder returns several houses near a position in the order of their distance", () => {
    const answers = reverseGeocode(smallTownIndex, [15.44, 47.07], { limit: 3 });
    expect(answers.map(({ house_number }) => house_number)).toEqual(["1", "3", "5"]);
  });

  it.each([
    ["the street where no house is near", [15.5005, 47.1], "Waldweg, 8010 Graz"],
    ["the point of interest where no house is near", [15.42, 47.0401], "Zentralfriedhof, Graz"],
    ["the place where nothing else is near", [15.62, 48.43], "3500 Krems an der Donau"],
  ] as const)("the geocoder finds at a position %s", (_, at, label) =>
    expect(reverseGeocode(smallTownIndex, at)[0]?.label).toBe(label),
  );

  it("the geocoder finds no house beyond the given distance from a position", () => {
    const far = [15.44, 47.0709] as const;
    expect(reverseGeocode(smallTownIndex, far)[0]?.kind).toBe("address");
    expect(reverseGeocode(smallTownIndex, far, { distance_meters_max: 20 })[0]?.kind).toBe("place");
  });

  it.each([
    ["far out on the sea", [-30, 30]],
    ["beyond the globe", [500, 95]],
    ["that is no number", [Number.NaN, 47]],
    ["at the pole", [0, 90]],
  ] as const)("the geocoder finds nothing at a position %s", (_, at) =>
    expect(reverseGeocode(smallTownIndex, at)).toEqual([]),
  );

  it("the geocoder finds nothing at a position in an empty index", () =>
    expect(reverseGeocode(buildGeocodingIndex([]), [15.44, 47.07])).toEqual([]));
});
