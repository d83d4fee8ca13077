import { StoredAddress } from "@leitstand/contract/company/addresses";
import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import { describe, expect, it } from "vitest";
import { joinAddressSuggestions, type AddressSuggestion } from "./address-suggestions.ts";
import { rankStoredAddresses, suggestGeocodedAddresses } from "./stored-addresses.ts";
import { formatAddressInOneLine } from "./typed-address.ts";

const [example] = (StoredAddress as unknown as { examples: readonly StoredAddress[] }).examples as [StoredAddress];
const aStoredAddress = (id: string, change: Partial<StoredAddress>): StoredAddress => ({ ...example, id, ...change });
const storedHospital = aStoredAddress("1", {
  name: "LKH Graz",
  type: "DEFAULT_SOURCE",
  stored_address_type_id: "kh",
  addition: null,
});
const storedCemetery = aStoredAddress("2", {
  name: "Friedhof St. Peter",
  type: "DEFAULT_DESTINATION",
  stored_address_type_id: null,
  street: "Petersbergenstraße",
  house_number: null,
  addition: null,
  elevator: false,
});
const onSquare = { name: "Filiale", street: "Hauptplatz", postal_code: "8010", city: "Graz", country: "AT" };
const exampleAddressBook = { addresses: [storedCemetery, storedHospital], types: [{ id: "kh", name: "Krankenhaus" }] };
const suggestionLabels = (suggestions: readonly AddressSuggestion[]) =>
  suggestions.map(({ address, why, kind }) => [formatAddressInOneLine(address).split(",")[0], why, kind]);
const aGeocodedAddress = (change: Partial<GeocodedAddress>): GeocodedAddress => ({
  label: "",
  kind: "HOUSE",
  name: null,
  street: "Herrengasse",
  house_number: "3",
  zip_code: "8010",
  city: "Graz",
  country: "AT",
  lat: 47.07,
  lon: 15.44,
  bounding_box: null,
  confidence: 0.9,
  is_other_house: false,
  distance_meters: null,
  source: "embedded",
  stored_address_id: null,
  ...change,
});
const geocoderAnswer = (...addresses: GeocodedAddress[]) => ({
  geocoder: "embedded" as const,
  attribution: "© OpenStreetMap contributors",
  addresses,
});

describe("the addresses that a company has stored", () => {
  it("stored addresses are found by a few letters, and name their kind of place", () => {
    expect(suggestionLabels(rankStoredAddresses(exampleAddressBook, "lkh", "source"))).toEqual([
      ["LKH Graz", "stored", "Krankenhaus"],
    ]);
    expect(suggestionLabels(rankStoredAddresses(exampleAddressBook, "petersb", "source"))).toEqual([
      ["Friedhof St. Peter", "stored", undefined],
    ]);
    expect(rankStoredAddresses(exampleAddressBook, "", "source")).toEqual([]);
  });

  it.each([
    ["12 a", "Hauptplatz 12a"],
    ["12a", "Hauptplatz 12 a"],
    ["12A", "Hauptplatz 12 a, 8010 Graz"],
    ["12", "Hauptplatz 12/3"],
    ["12", "Hauptplatz 12 / 3, Graz"],
    ["12", "Hauptplatz 12/A/5"],
    ["12 a", "Hauptplatz 12a/3"],
    ["12/3", "Hauptplatz 12/3/7"],
    ["12/3", "Hauptplatz 12 3"],
    ["12", "Hauptplatz 12, 8010 Graz, Österreich"],
    ["12", "Hauptplatz 12, 8010 Graz, Austria"],
    ["12", "Hauptplatz 12, A-8010 Graz"],
  ])("a stored address with the number %s is found by '%s'", (house_number, typed) => {
    const stored = aStoredAddress("3", { ...onSquare, house_number });
    expect(rankStoredAddresses({ addresses: [stored], types: [] }, typed, "source")).toHaveLength(1);
  });

  it.each([
    ["12", "Hauptplatz 1/2"],
    ["12/3", "Hauptplatz 12/4"],
    ["12", "Hauptplatz 12, 8010 Graz, Deutschland"],
    ["12", "Österreich"],
  ])("a stored address with the number %s is not found by '%s', which is another", (house_number, typed) => {
    const stored = aStoredAddress("3", { ...onSquare, house_number });
    expect(rankStoredAddresses({ addresses: [stored], types: [] }, typed, "source")).toEqual([]);
  });

  it("a stored address whose country is not known is found with the name of any country behind it", () => {
    const stored = aStoredAddress("3", { ...onSquare, house_number: "12", country: null });
    const book = { addresses: [stored], types: [] };
    expect(rankStoredAddresses(book, "Hauptplatz 12, Deutschland", "source")).toHaveLength(1);
  });

  it("stored addresses are sorted by how usual their kind is for a pickup or a delivery", () => {
    expect(
      suggestionLabels(rankStoredAddresses(exampleAddressBook, "graz 8036", "source")).map(([name]) => name),
    ).toEqual(["LKH Graz", "Friedhof St. Peter"]);
    expect(
      suggestionLabels(rankStoredAddresses(exampleAddressBook, "graz 8036", "target")).map(([name]) => name),
    ).toEqual(["Friedhof St. Peter", "LKH Graz"]);
  });

  it("a suggested stored address contains everything that the address book knows of the place", () => {
    expect(rankStoredAddresses(exampleAddressBook, "lkh", "source")[0]?.address).toMatchObject({
      street: "Auenbruggerplatz",
      zip_code: "8036",
      elevator: true,
      cold_storage: true,
      lat: example.lat,
      excluded_vehicle_type_ids: [],
    });
    expect(rankStoredAddresses(exampleAddressBook, "friedhof", "target")[0]?.address).not.toHaveProperty("elevator");
  });

  it("address suggestions list stored addresses, then those of recent cases, then the geocoder's, and towns last", () => {
    const town: AddressSuggestion = { address: { zip_code: "8010", city: "Graz" }, score: 1, why: "place" };
    const recent: AddressSuggestion = { address: { street: "Annenstraße", city: "Graz" }, score: 60, why: "known" };
    const lists = [
      rankStoredAddresses(exampleAddressBook, "graz", "source"),
      [recent, town],
      suggestGeocodedAddresses(geocoderAnswer(aGeocodedAddress({})), exampleAddressBook),
    ];
    expect(joinAddressSuggestions(lists).map(({ why }) => why)).toEqual([
      "stored",
      "stored",
      "known",
      "found",
      "place",
    ]);
  });

  it("a stored address that the geocoder also finds, under another spelling, is listed once", () => {
    const again = suggestGeocodedAddresses(
      geocoderAnswer(aGeocodedAddress({ source: "stored", stored_address_id: "1", name: "LKH Graz" })),
      exampleAddressBook,
    );
    expect(suggestionLabels(again)).toEqual([["LKH Graz", "stored", "Krankenhaus"]]);
    expect(joinAddressSuggestions([rankStoredAddresses(exampleAddressBook, "lkh", "source"), again])).toHaveLength(1);
    expect(again[0]).not.toHaveProperty("attribution");
  });
});

describe("what a geocoder finds", () => {
  it("a suggested address from the geocoder is shown with its source", () => {
    expect(suggestGeocodedAddresses(geocoderAnswer(aGeocodedAddress({})), exampleAddressBook)).toMatchObject([
      { why: "found", attribution: "© OpenStreetMap contributors", address: { street: "Herrengasse", lat: 47.07 } },
    ]);
  });

  it("a suggested town from the geocoder has no coordinates, because its centre is no destination", () => {
    const [town] = suggestGeocodedAddresses(
      geocoderAnswer(aGeocodedAddress({ kind: "PLACE", street: null, house_number: null })),
      exampleAddressBook,
    );
    expect(town?.address).not.toHaveProperty("lat");
  });
});
