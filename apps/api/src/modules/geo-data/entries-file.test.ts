import { Readable } from "node:stream";
import type { GeocodingEntry } from "@leitstand/geocoder/index/entry";
import { describe, expect, it } from "vitest";
import { packGeoEntries, unpackGeoEntries } from "./entries-file.service";

const placeNamed = (name: string): GeocodingEntry => ({ name }) as GeocodingEntry;

describe("stored entries of a map", () => {
  it.each([
    ["no entry", []],
    [
      "names with line separators, quotes and line feeds",
      ["Haupt\u2028straße", "Am\u2029Tor", 'Zum "Stern"', "a\nb\r\nc"],
    ],
    ["names of many bytes a letter, more than one piece of them", Array.from({ length: 20_000 }, (_, n) => `Ž🚑${n}`)],
  ])("%s are unpacked as they were packed", async (_what, names) => {
    const entries = names.map(placeNamed);
    expect(await unpackGeoEntries(Readable.from([await packGeoEntries(entries)]))).toEqual(entries);
  });

  it("a damaged file is refused", async () => {
    const packed = await packGeoEntries(["Graz", "Wien"].map(placeNamed));
    await expect(unpackGeoEntries(Readable.from([packed.subarray(0, -12)]))).rejects.toThrow("unexpected end of file");
  });
});
