import { describe, expect, it } from "vitest";
import { smallTownEntries } from "../../testing/small-town";
import { buildGeocodingIndex } from "./build-index";
import { forwardGeocode } from "../search/forward";
import { GeocodingIndexFormatError, decodeGeocodingIndex, encodeGeocodingIndex } from "./index-bytes";
import { reverseGeocode } from "../search/reverse";

const smallTownIndex = buildGeocodingIndex(smallTownEntries);
const indexBytes = encodeGeocodingIndex(smallTownIndex);

function faultOfDamagedIndex(damaged: Uint8Array): string {
  try {
    decodeGeocodingIndex(damaged);
  } catch (error) {
    if (error instanceof GeocodingIndexFormatError) return error.reason;
    throw error;
  }
  return "none";
}

const withFlippedBit = (at: number, bit = 1) => indexBytes.map((byte, place) => (place === at ? byte ^ bit : byte));

describe("stored index", () => {
  it("a stored address index returns the same results as the original, at any offset in memory", () => {
    const shifted = new Uint8Array(indexBytes.length + 3);
    shifted.set(indexBytes, 3);
    for (const loaded of [decodeGeocodingIndex(indexBytes), decodeGeocodingIndex(shifted.subarray(3))]) {
      expect(loaded.counts).toEqual(smallTownIndex.counts);
      for (const query of ["Herengasse 3, Graz", "Krems", "8010", "Zentralfriedhof"])
        expect(forwardGeocode(loaded, query)).toEqual(forwardGeocode(smallTownIndex, query));
      expect(reverseGeocode(loaded, [15.44, 47.07])).toEqual(reverseGeocode(smallTownIndex, [15.44, 47.07]));
    }
  });

  it("an address index of the same entries is stored as the same bytes", () =>
    expect(encodeGeocodingIndex(buildGeocodingIndex(smallTownEntries))).toEqual(indexBytes));

  it("decodeGeocodingIndex refuses a stored address index with any single bit changed", () => {
    for (let at = 0; at < indexBytes.length; at += 131)
      expect([at, faultOfDamagedIndex(withFlippedBit(at, 1 << (at % 8)))]).not.toContain("none");
  });

  it("decodeGeocodingIndex refuses a stored address index that is cut off anywhere", () => {
    for (let length = 0; length < indexBytes.length; length += 509)
      expect(faultOfDamagedIndex(indexBytes.slice(0, length))).not.toBe("none");
  });

  it.each([
    ["nothing", new Uint8Array(0), "not_an_index"],
    ["a text", new TextEncoder().encode("Herrengasse 3, 8010 Graz"), "not_an_index"],
    ["an older version", withFlippedBit(4), "other_version"],
    ["half an index", indexBytes.slice(0, indexBytes.length / 2), "truncated"],
    ["a damaged text", withFlippedBit(indexBytes.length >> 1), "damaged"],
  ])("decodeGeocodingIndex says what is wrong with %s", (_, wrong, reason) =>
    expect(faultOfDamagedIndex(wrong)).toBe(reason),
  );

  it("an address index without entries can be stored and read", () =>
    expect(decodeGeocodingIndex(encodeGeocodingIndex(buildGeocodingIndex([]))).counts.addresses).toBe(0));
});

describe("building an index", () => {
  it.each([Number.NaN, 181, Number.POSITIVE_INFINITY])("buildGeocodingIndex refuses a house at longitude %d", (lon) => {
    const house = { kind: "address", street: "Weg", house_number: "1", lon, lat: 47 } as const;
    expect(() => buildGeocodingIndex([house])).toThrow(RangeError);
  });

  it("an address index counts its entries by kind", () => {
    expect(smallTownIndex.counts).toEqual({
      addresses: 18,
      streets: 9,
      points_of_interest: 2,
      places: 7,
      postal_codes: 6,
    });
  });
});
