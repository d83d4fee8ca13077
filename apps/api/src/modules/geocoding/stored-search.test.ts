import type { StoredAddress } from "@leitstand/contract/company/addresses";
import { describe, expect, it } from "vitest";
import { findStoredAddressesNear, searchStoredAddresses } from "./stored-search";

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
