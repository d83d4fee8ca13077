import type { Case } from "@leitstand/contract/cases/case";
import { describe, expect, it } from "vitest";
import {
  type PlaceAddress,
  cityOfZipCode,
  mergeAddressSuggestionsByScore,
  rankAddresses,
} from "./address-suggestions.ts";
import { formatAddressInOneLine, parseTypedAddress } from "./typed-address.ts";

const hospitalAddress = {
  name: "Landeskrankenhaus",
  street: "Auenbruggerplatz",
  house_number: "1",
  zip_code: "8036",
  city: "Graz",
};
const homeAddress = { street: "Müllerstraße", house_number: "7", zip_code: "8020", city: "Graz" };
const aCase = (source_address: PlaceAddress, phone_number = "+43664000000") =>
  ({ contact: { phone_number }, funeral_data: { source_address }, rsa_data: null }) as unknown as Case;
const rankedLabels = (cases: readonly Case[], text: string, phone?: string) =>
  rankAddresses(cases, { text, phone }).map(({ address }) => formatAddressInOneLine(address));

describe("suggested addresses", () => {
  const cases = [aCase(homeAddress), aCase(hospitalAddress, "+43316000000"), aCase(hospitalAddress, "+43316000000")];

  it.each(["lkh", "landeskr", "auenbr graz", "8036", "LANDESKRANKENHAUS graz"])(
    "address suggestions find the hospital for %s",
    (text) => {
      const withShort = [...cases, aCase({ ...hospitalAddress, name: "LKH Graz" })];
      expect(rankedLabels(withShort, text)[0]).toMatch(/Auenbruggerplatz 1, 8036 Graz$/);
    },
  );

  it.each(["muellerstr", "mullerstrasse 7", "Müllerstr. 7"])(
    "address suggestions match every spelling of %s",
    (text) => {
      expect(rankedLabels(cases, text)).toEqual(["Müllerstraße 7, 8020 Graz"]);
    },
  );

  it("address suggestions list addresses with the caller's phone number first, then frequent ones", () => {
    expect(rankedLabels(cases, "graz")[0]).toContain("Landeskrankenhaus");
    expect(rankedLabels(cases, "graz", "0043 664 000000")[0]).toContain("Müllerstraße");
  });

  it("address suggestions offer the town when no address with a house number is known", () => {
    expect(rankedLabels(cases, "8020")).toEqual(["Müllerstraße 7, 8020 Graz"]);
    expect(rankedLabels(cases, "Annenstraße 8036")).toEqual(["8036 Graz"]);
    expect(cityOfZipCode(cases, "8036")).toBe("Graz");
  });

  it("address suggestions from other cases leave out contact, times, notes, floor and door, which belonged to one visit", () => {
    const visited = {
      ...homeAddress,
      contact_name: "Anna Muster",
      timeframe: { from: "2026-03-02T09:00:00Z" },
      elevator: true,
      addition: "Tür 4",
      floor: "2",
      notes: "Schlüssel bei Frau Huber",
    };
    expect(rankAddresses([aCase(visited)], { text: "", phone: undefined })[0]?.address).toEqual({
      ...homeAddress,
      elevator: true,
    });
  });

  it("address suggestions offer the town when the name of its country stands behind it", () => {
    expect(rankedLabels(cases, "Annenstraße, 8036, Österreich")).toEqual(["8036 Graz"]);
  });

  it("address suggestions list an address once whose house number is spelt with and without a space", () => {
    const spellings = ["12 a", "12a"].map((house_number) => aCase({ ...homeAddress, house_number }));
    expect(rankedLabels(spellings, "müllerstr 12a")).toHaveLength(1);
  });

  it("address suggestions list an address once, with its best score", () => {
    const one = { address: homeAddress, score: 1, why: "known" as const };
    expect(mergeAddressSuggestionsByScore([[one], [{ ...one, score: 9 }]])).toEqual([{ ...one, score: 9 }]);
  });
});

describe("an address in one line", () => {
  it.each([
    [
      "LKH Graz, Auenbruggerplatz 1, 8036 Graz",
      { name: "LKH Graz", street: "Auenbruggerplatz", house_number: "1", zip_code: "8036", city: "Graz" },
    ],
    ["Müllerstraße 7, 8020 Graz", homeAddress],
    ["Müllerstraße 7 8020 Graz", homeAddress],
    [
      "Hauptplatz 12a/3, A-8010 Graz",
      { street: "Hauptplatz", house_number: "12a/3", zip_code: "8010", city: "Graz", country: "AT" },
    ],
    ["LKH Graz, Auenbruggerplatz", { name: "LKH Graz", street: "Auenbruggerplatz" }],
    ["Südautobahn, km 178, Graz", { street: "Südautobahn", addition: "km 178", city: "Graz" }],
    ["Graz", { city: "Graz" }],
    ["LKH Graz", { name: "LKH Graz" }],
    ["Hauptstraße 5, 110 00 Praha", { street: "Hauptstraße", house_number: "5", zip_code: "110 00", city: "Praha" }],
    ["Hauptstraße 5 110 00 Praha", { street: "Hauptstraße", house_number: "5", zip_code: "110 00", city: "Praha" }],
    [
      "Rathausstraße 12 8010 Graz, 2. Stock",
      { street: "Rathausstraße", house_number: "12", addition: "2. Stock", zip_code: "8010", city: "Graz" },
    ],
    [
      "LKH Graz, Rathausstraße 12, Stiege 2, Tür 4, 8010 Graz",
      {
        name: "LKH Graz",
        street: "Rathausstraße",
        house_number: "12",
        addition: "Stiege 2, Tür 4",
        zip_code: "8010",
        city: "Graz",
      },
    ],
    [
      "Rathausstraße 12, Graz, 2. Stock",
      { street: "Rathausstraße", house_number: "12", addition: "2. Stock", city: "Graz" },
    ],
    ["Graz, Österreich", { city: "Graz", country: "AT" }],
    ["Rathausstraße 12, EG, Graz", { street: "Rathausstraße", house_number: "12", addition: "EG", city: "Graz" }],
    ["Rathausstraße 12, 2. Stock", { street: "Rathausstraße", house_number: "12", addition: "2. Stock" }],
    ["Müllerstraße 7, Graz", { street: "Müllerstraße", house_number: "7", city: "Graz" }],
    ["8036 Graz, LKH", { name: "LKH", zip_code: "8036", city: "Graz" }],
    ["Klinikum, Hof", { name: "Klinikum", city: "Hof" }],
    ["Ludwigstraße 5, Hof", { street: "Ludwigstraße", house_number: "5", city: "Hof" }],
    ["Bahnhofstr. 3, Luxemburg", { street: "Bahnhofstr.", house_number: "3", city: "Luxemburg", country: "LU" }],
    ["Bahnhofstr. 3, Esch, Luxemburg", { street: "Bahnhofstr.", house_number: "3", city: "Esch", country: "LU" }],
    ["Bahnhof, Monaco", { name: "Bahnhof", city: "Monaco", country: "MC" }],
  ])("an address typed in one line is parsed into street, number, postal code and town: %s", (line, address) => {
    expect(parseTypedAddress(line)).toEqual(address);
  });

  it.each([
    ["A-8010 Graz", "8010", "AT"],
    ["A 8010 Graz", "8010", "AT"],
    ["AT-8010 Graz", "8010", "AT"],
    ["D-80331 München", "80331", "DE"],
    ["DE 80331 München", "80331", "DE"],
    ["CH-8001 Zürich", "8001", "CH"],
    ["fl-9490 Vaduz", "9490", "LI"],
    ["LI-9490 Vaduz", "9490", "LI"],
    ["I-39100 Bozen", "39100", "IT"],
    ["IT-39100 Bozen", "39100", "IT"],
    ["CZ-110 00 Praha", "110 00", "CZ"],
    ["80331 München, Deutschland", "80331", "DE"],
    ["8010 Graz, Austria", "8010", "AT"],
  ])(
    "an address typed as on an envelope is in the country that stands with its town: %s",
    (town, zip_code, country) => {
      expect(parseTypedAddress(`Hauptstraße 5, ${town}`)).toMatchObject({ house_number: "5", zip_code, country });
    },
  );

  it.each(["D-80331 München", "DE 80331 München", "80331 München, Deutschland"])(
    "an address typed without a comma is in the country that stands with its town: %s",
    (town) => {
      expect(parseTypedAddress(`Hauptstraße 5 ${town}`)).toEqual({
        street: "Hauptstraße",
        house_number: "5",
        zip_code: "80331",
        city: "München",
        country: "DE",
      });
    },
  );

  it.each(["Hauptstraße 5 a 8010 Graz", "Hauptstraße 5, F-75001 Paris", "Österreich"])(
    "an address typed in one line leaves the country open when it names none: %s",
    (line) => {
      expect(parseTypedAddress(line)).not.toHaveProperty("country");
    },
  );
});
