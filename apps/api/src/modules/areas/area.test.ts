import { describe, expect, it } from "vitest";
import {
  coversPostalCode,
  findAreaGeometryFault,
  findInvalidPostalCodeRange,
  deduplicatePostalCodeRanges,
} from "./area";

type TestRing = number[][];
const polygon = (...rings: TestRing[]) => ({ type: "Polygon" as const, coordinates: rings });
const squareRing = (lon: number, lat: number, degrees = 1): TestRing => [
  [lon, lat],
  [lon + degrees, lat],
  [lon + degrees, lat + degrees],
  [lon, lat + degrees],
  [lon, lat],
];

describe("an area covers a postal code", () => {
  it.each([
    ["8010", true],
    ["8033", true],
    ["8055", true],
    ["8009", false],
    ["8056", false],
    ["80100", false],
    ["801", false],
    ["SW1A", false],
  ])("an area covers the postal code %s: %s", (zip, expected) => {
    expect(coversPostalCode({ zip_ranges: [{ from: "8010", to: "8055" }] }, zip)).toBe(expected);
  });
});

describe("ranges of postal codes", () => {
  it.each([
    ["99999", "10000"],
    ["8010", "80550"],
    ["B", "A"],
  ])("a postal code range from %s to %s is refused", (from, to) => {
    expect(
      findInvalidPostalCodeRange([
        { from: "1", to: "2" },
        { from, to },
      ]),
    ).toEqual({ from, to });
  });

  it("a postal code range may contain a single code, and a repeated range is stored once", () => {
    const ranges = [
      { from: "8010", to: "8010" },
      { from: "8010", to: "8055" },
      { from: "8010", to: "8010" },
    ];
    expect(findInvalidPostalCodeRange(ranges)).toBeUndefined();
    expect(deduplicatePostalCodeRanges(ranges)).toEqual(ranges.slice(0, 2));
  });
});

describe("a geometry", () => {
  it.each([
    ["a square", polygon(squareRing(15, 47))],
    ["a square with a hole", polygon(squareRing(15, 47), squareRing(15.25, 47.25, 0.5))],
    ["two squares", { type: "MultiPolygon" as const, coordinates: [[squareRing(15, 47)], [squareRing(17, 47)]] }],
    [
      "a position clicked twice",
      polygon([
        [15, 47],
        [16, 47],
        [16, 47],
        [16, 48],
        [15, 47],
      ]),
    ],
    [
      "a corner on a straight side",
      polygon([
        [15, 47],
        [15.5, 47],
        [16, 47],
        [16, 48],
        [15, 47],
      ]),
    ],
  ])("an area's geometry may be %s", (_title, geometry) => {
    expect(findAreaGeometryFault(geometry)).toBeUndefined();
  });

  it.each([
    ["NOT_CLOSED", 0, polygon(squareRing(15, 47).slice(0, 4))],
    ["LATITUDE", 1, polygon(squareRing(15, 47), squareRing(15, 90))],
    [
      "NO_AREA",
      0,
      polygon([
        [15, 47],
        [15, 47],
        [15, 47],
        [15, 47],
      ]),
    ],
    [
      "SELF_INTERSECTION",
      0,
      polygon([
        [15, 47],
        [16, 48],
        [16, 47],
        [15, 48.5],
        [15, 47],
      ]),
    ],
    [
      "SELF_INTERSECTION",
      0,
      polygon([
        [15, 47],
        [17, 47],
        [16, 47],
        [16, 48],
        [15, 47],
      ]),
    ],
    [
      "SELF_INTERSECTION",
      0,
      polygon([
        [15, 47],
        [17, 47],
        [17, 49],
        [16, 47],
        [15, 49],
        [15, 47],
      ]),
    ],
    ["TOO_LARGE", 0, polygon(squareRing(5, 40, 20))],
  ])("an area's geometry is refused for %s in ring %i", (reason, index, geometry) => {
    expect(findAreaGeometryFault(geometry)).toEqual({ reason, index });
  });

  it("an area's geometry has at most 10,000 positions and 100 rings", () => {
    const long = Array.from({ length: 10_001 }, (_, at) => [15 + at / 1e5, 47]);
    expect(findAreaGeometryFault(polygon(long))).toMatchObject({ reason: "TOO_MANY_POSITIONS" });
    const many = Array.from({ length: 101 }, (_, at) => squareRing(15 + at / 100, 47, 0.001));
    expect(findAreaGeometryFault(polygon(...many))).toMatchObject({ reason: "TOO_MANY_RINGS" });
  });

  it("a hand-drawn area geometry of 10,000 positions is validated completely", () => {
    const border = Array.from({ length: 9_999 }, (_, at) => {
      const angle = (at / 9_999) * 2 * Math.PI;
      const radius = 1 + 0.01 * Math.sin(at);
      return [15 + radius * Math.cos(angle), 47 + radius * Math.sin(angle)];
    });
    const closed = [...border, border[0] as number[]];
    expect(findAreaGeometryFault(polygon(closed))).toBeUndefined();
    const crossed = [...closed];
    [crossed[100], crossed[5_000]] = [crossed[5_000] as number[], crossed[100] as number[]];
    expect(findAreaGeometryFault(polygon(crossed))).toMatchObject({ reason: "SELF_INTERSECTION" });
  });
});
