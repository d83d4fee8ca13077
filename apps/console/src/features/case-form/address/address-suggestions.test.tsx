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

  it("address suggestions leave out the contact and times that belonged to one visit", () => {
    const visited = {
      ...homeAddress,
      contact_name: "Anna Muster",
      timeframe: { from: "2026-03-02T09:00:00Z" },
      elevator: true,
    };
    expect(rankAddresses([aCase(visited)], { text: "", phone: undefined })[0]?.address).toEqual({
      ...homeAddress,
      elevator: true,
    });
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
    ["Hauptplatz 12a/3, A-8010 Graz", { street: "Hauptplatz", house_number: "12a/3", zip_code: "8010", city: "Graz" }],
    ["LKH Graz, Auenbruggerplatz", { name: "LKH Graz", street: "Auenbruggerplatz" }],
    ["Südautobahn, km 178, Graz", { street: "Südautobahn", addition: "km 178", city: "Graz" }],
    ["Graz", { city: "Graz" }],
    ["LKH Graz", { name: "LKH Graz" }],
  ])("an address typed in one line is parsed into street, number, postal code and town: %s", (line, address) => {
    expect(parseTypedAddress(line)).toEqual(address);
  });
});
