import type { StoredAddress } from "@leitstand/contract/company/addresses";
import { describe, expect, it } from "vitest";
import { findStoredAddressesNear, searchStoredAddresses, storedAddressesIn } from "./stored-search";

const storedAddressOf = (overrides: Partial<StoredAddress>) =>
  ({
    id: overrides.name,
    street: null,
    house_number: null,
    zip_code: null,
    postal_code: null,
    city: "Graz",
    country: "AT",
    lat: 47.07,
    lon: 15.44,
    ...overrides,
  }) as StoredAddress;
const hospitalAddress = storedAddressOf({
  name: "Landeskrankenhaus",
  street: "Auenbruggerplatz",
  house_number: "1",
  zip_code: 8036,
  postal_code: "8036",
  lat: 47.0812,
  lon: 15.4661,
});
const funeralHomeAddress = storedAddressOf({
  name: "Bestattung Müller",
  street: "Grüne Straße",
  house_number: "7a",
  zip_code: 1067,
  postal_code: "01067",
  city: "Dresden",
  country: "DE",
});
const addressWithoutPosition = storedAddressOf({ name: "Landeskrankenhaus ohne Ort", lat: null, lon: null });
const storedAddresses = [addressWithoutPosition, funeralHomeAddress, hospitalAddress];

describe("the tenant's own addresses", () => {
  it.each([
    ["landeskr", "Landeskrankenhaus"],
    ["Auenbruggerplatz 1 Graz", "Landeskrankenhaus"],
    ["8036", "Landeskrankenhaus"],
    ["Auenbrugerplatz", "Landeskrankenhaus"],
    ["Auenbrugegrplatz", "Landeskrankenhaus"],
    ["Auenbrxggerplatz", "Landeskrankenhaus"],
    ["bestattung mueller", "Bestattung Müller"],
    ["GRUENE STR. 7a", "Bestattung Müller"],
    ["01067 Dresden", "Bestattung Müller"],
  ])("a stored address is found by %s", (text, name) => {
    expect(searchStoredAddresses(storedAddresses, text, 5)[0]).toMatchObject({
      name,
      source: "stored",
      stored_address_id: name,
    });
  });

  it.each(["Landeskrankenhaus Wien", "Auenbrxxgerplatz", "", "..", "8037"])(
    "a search for %j finds no stored address",
    (text) => {
      expect(searchStoredAddresses(storedAddresses, text, 5)).toEqual([]);
    },
  );

  it.each([
    ["12 a", "Dechantgasse 12a"],
    ["12 a", "Dechantgasse 12 A, Graz"],
    ["12a", "Dechantgasse 12 a Graz"],
    ["12a", "Dechantgasse 12 a/3, Graz"],
    ["12a", "Dechantgasse 12/A, Graz"],
    ["12/A", "Dechantgasse 12a, Graz"],
    ["12", "Dechantgasse 12/3, Graz"],
    ["12", "Dechantgasse 12 / 3 / 7"],
    ["12/5", "Dechantgasse 12/3"],
    ["12", "Dechantgasse 12, Graz, Österreich"],
    ["12", "Dechantgasse 12 Graz Austria"],
    ["12", "Dechantgasse 12/3, Graz, Oesterreich"],
    ["12", "Dechantgasse 1"],
    ["12", "Dechantgasse 12 G"],
  ])("a stored address with the number %s is found by %s", (house_number, text) => {
    for (const country of ["AT", null]) {
      const address = storedAddressOf({ name: "Labor", street: "Dechantgasse", house_number, country });
      expect(searchStoredAddresses([hospitalAddress, address], text, 5)).toMatchObject([{ house_number }]);
    }
  });

  it.each([
    ["12", "Dechantgasse 13/12"],
    ["12", "Dechantgasse 12b"],
    ["12", "Dechantgasse 12, Graz, Deutschland"],
    ["12", "Dechantgasse 12, Graz, Italy"],
    ["12b", "Dechantgasse 12a"],
    ["123", "Dechantgasse 12/3"],
  ])("a stored address in Austria with the number %s is not found by %s", (house_number, text) => {
    const address = storedAddressOf({ name: "Labor", street: "Dechantgasse", house_number });
    expect(searchStoredAddresses([address], text, 5)).toEqual([]);
  });

  it("a stored address with the very door comes before the same house without it", () => {
    const house = storedAddressOf({ name: "Haus", street: "Dechantgasse", house_number: "12" });
    const door = storedAddressOf({ name: "Tür", street: "Dechantgasse", house_number: "12/3" });
    const found = searchStoredAddresses([house, door], "Dechantgasse 12/3", 5);
    expect(found.map(({ name }) => name)).toEqual(["Tür", "Haus"]);
  });

  it("a stored address that has the name of a country in its own is found by it", () => {
    const hotel = storedAddressOf({ name: "Hotel Schweiz" });
    const other = storedAddressOf({ name: "Hotel Post", country: "CH" });
    expect(searchStoredAddresses([other, hotel], "Hotel Schweiz", 5)).toMatchObject([{ name: "Hotel Schweiz" }]);
    expect(searchStoredAddresses([other, hotel], "Hotel Post Schweiz", 5)).toMatchObject([{ name: "Hotel Post" }]);
    expect(searchStoredAddresses([other, hotel], "Österreich", 5)).toEqual([]);
  });

  it.each([
    ["1012 LG", "1012LG"],
    ["1012LG", "Amsterdam 1012 LG"],
    ["SW1A 2AA", "sw1a2aa"],
  ])("a stored address with the postal code %s is found by %s", (postal_code, text) => {
    const address = storedAddressOf({ name: "Labor", city: "Amsterdam", postal_code, country: "NL" });
    expect(searchStoredAddresses([address], text, 5)).toMatchObject([{ name: "Labor" }]);
  });

  it("only stored addresses of a country, and those without any, are addresses in that country", () => {
    const addressOf = (country: string | null) => storedAddressOf({ name: `Labor ${country}`, country });
    const addresses = [addressOf("AT"), addressOf("DE"), addressOf(null)];
    const namesIn = (country: string | undefined) => storedAddressesIn(country, addresses).map(({ name }) => name);
    expect(namesIn("DE")).toEqual(["Labor DE", "Labor null"]);
    expect(namesIn(undefined)).toHaveLength(3);
  });

  it("stored addresses are found with the best match first, and never without a position", () => {
    const nearly = storedAddressOf({ name: "Landeskrankenhausgarten" });
    const found = searchStoredAddresses([nearly, ...storedAddresses], "landeskrankenhaus", 5);
    expect(found.map(({ name, confidence }) => [name, confidence])).toEqual([
      ["Landeskrankenhaus", 1],
      ["Landeskrankenhausgarten", 0.8],
    ]);
    expect(searchStoredAddresses([nearly, ...storedAddresses], "landeskrankenhaus", 1)).toHaveLength(1);
  });

  it("a search by position finds stored addresses within fifty metres", () => {
    const [lon, lat] = [15.4661, 47.0812];
    expect(findStoredAddressesNear(storedAddresses, lon, lat + 40 / 111_195)).toMatchObject([
      { name: "Landeskrankenhaus" },
    ]);
    expect(findStoredAddressesNear(storedAddresses, lon, lat + 60 / 111_195)).toEqual([]);
  });
});
