import { describe, expect, it } from "vitest";
import { applyTypedHouseNumber } from "./typed-house-number.service";
import { completeGeocodedAddress } from "./geocoded";

const hospitalAddress = (house_number: string, name = "LKH Graz") =>
  completeGeocodedAddress({
    name,
    street: "Auenbruggerplatz",
    house_number,
    zip_code: "8036",
    city: "Graz",
    lat: 47.08,
    lon: 15.46,
    source: "photon",
  });
const foundAddress = (house_number: string | null, street = "Lindenstraße") =>
  completeGeocodedAddress({
    street,
    house_number,
    zip_code: "01067",
    city: "Musterau",
    lat: 47.5,
    lon: 9.5,
    source: "embedded",
  });

describe("an address that was found for a text", () => {
  it.each([
    ["Lindenstraße 12a/3/7, Musterau", "12a", "12a/3/7"],
    ["Lindenstraße 12 a / 3 / 7", "12a", "12a/3/7"],
    ["01067 Musterau, Lindenstr. 12/3", "12", "12/3"],
    ["Lindenstraße 12/3", "12/3", "12/3"],
    ["Lindenstraße 12", "12", "12"],
    ["Lindenstraße 14", "14-16", "14-16"],
  ])("a found address gets the staircase and door of the text %s after its number %s", (text, known, kept) => {
    const { house_number, label, is_other_house } = applyTypedHouseNumber(text, foundAddress(known));
    expect({ house_number, label, is_other_house }).toEqual({
      house_number: kept,
      label: `Lindenstraße ${kept}, 01067 Musterau`,
      is_other_house: false,
    });
  });

  it.each([
    ["Lindenstraße 71, Musterau", "7 1/2"],
    ["Lindenstraße 7 1/2, Musterau", "7"],
    ["Lindenstraße 12c, Musterau", "12a"],
    ["Lindenstraße 12/B, Musterau", "12/A"],
    ["Lindenstraße 13, 01067 Musterau", "12"],
    ["Lidenstrasse 13", "12"],
    ["Lindenstraße, Musterau 13", "12"],
    ["Lindenstraße 01067 Musterau 13", "12"],
    ["13 Lindenstraße, Musterau", "12"],
    ["Lindenstraße 13, Zimmer 12", "12"],
    ["Alte Allee 13, Musterau", "12"],
  ])("a found address is marked as another house for the text %s, when its own number is %s", (text, known) => {
    const marked = applyTypedHouseNumber(text, foundAddress(known));
    expect(marked).toEqual({ ...foundAddress(known), is_other_house: true });
  });

  it.each(["constructor", "toString", "hasOwnProperty", "__proto__", "constructor."])(
    "a found address is marked as another house for a text with the word %s before its street",
    (word) => {
      const marked = applyTypedHouseNumber(`${word} Lindenstraße 13, Musterau`, foundAddress("12"));
      expect(marked).toEqual({ ...foundAddress("12"), is_other_house: true });
    },
  );

  it("a found address is marked as another house even if its street has a number in its name or the house has a name", () => {
    const street = foundAddress("135", "Straße des 17. Juni");
    expect(applyTypedHouseNumber("Straße des 17. Juni 134", street)).toEqual({ ...street, is_other_house: true });
    expect(applyTypedHouseNumber("Straße des 17. Juni 17", street)).toEqual({ ...street, is_other_house: true });
    expect(applyTypedHouseNumber("Auenbruggerplatz 3, Graz", hospitalAddress("1"))).toEqual({
      ...hospitalAddress("1"),
      is_other_house: true,
    });
  });

  it("a found address is marked as another house even if its street is called like a part of a house", () => {
    const known = foundAddress("12", "Coesfelder Stiege");
    expect(applyTypedHouseNumber("Coesfelder Stiege 10, Musterau", known)).toEqual({ ...known, is_other_house: true });
    for (const text of ["Coesfelder Stiege 12, Top 3", "Coesfelder Stiege 12, Stiege 3", "Coesfelder Stiege, Top 3"])
      expect(applyTypedHouseNumber(text, known)).toEqual(known);
  });

  it.each(["Straße des 17. Juni", "Straße des 17. Juni, Musterau", "Straße des 17. Juni 135"])(
    "a found address stays unchanged for the text %s, whose number belongs to the name of the street",
    (text) => {
      expect(applyTypedHouseNumber(text, foundAddress("135", "Straße des 17. Juni"))).toEqual(
        foundAddress("135", "Straße des 17. Juni"),
      );
    },
  );

  it.each([
    "LKH Graz, Zimmer 12",
    "LKH Graz Station 3",
    "LKH Graz, 8036 Graz, Ebene 2",
    "LKH Graz, Auenbruggerplatz, Haus 12",
    "Auenbruggerplatz, Stiege 2",
    "Auenbruggerplatz 1, Zimmer 12",
  ])(
    "a found address stays unchanged for the text %s, whose number is that of a room, a ward or a building part",
    (text) => {
      expect(applyTypedHouseNumber(text, hospitalAddress("1"))).toEqual(hospitalAddress("1"));
    },
  );

  it("a found address stays unchanged when the number in the text belongs to the name of a house", () => {
    const school = hospitalAddress("5", "Volksschule 14");
    expect(applyTypedHouseNumber("Volksschule 14 Graz", school)).toEqual(school);
    expect(applyTypedHouseNumber("Volksschule 14, Auenbruggerplatz", school)).toEqual(school);
  });

  it("a found address with a door gets a label made of its parts, because the provider's label has no door", () => {
    const told = { ...foundAddress("12"), label: "Lindenstraße 12, Musterau, Sachsen" };
    expect(applyTypedHouseNumber("Lindenstraße 12/3", told).label).toBe("Lindenstraße 12/3, 01067 Musterau");
    expect(applyTypedHouseNumber("Lindenstraße 12/A/5", told).label).toBe("Lindenstraße 12/a/5, 01067 Musterau");
    expect(applyTypedHouseNumber("Lindenstraße 12", told).label).toBe(told.label);
  });

  it.each([
    ["Lindenstraße, 01067 Musterau", "12"],
    ["Lindenstraße 7 1/2, Musterau", "7 1/2"],
    ["Lindenstraße 7½, Musterau", "7 1/2"],
    ["Lindenstraße 12/B, Musterau", "12/B"],
    ["Lindenstraße 12/B, Musterau", "12B"],
    ["Lindenstraße, Wohnung 4", "12"],
    ["Lindenstraße Top 7, Musterau", "12"],
    ["Lindenstraße, 3. Stock", "12"],
    ["Lindenstraße, OG 3", "12"],
    ["Lindenstraße, Pavillon 9", "12"],
    ["Werk 2, Lindenstraße", "12"],
    ["Lindenstraße 12", null],
  ])("a found address stays unchanged for the text %s, when its own number is %s", (text, known) => {
    expect(applyTypedHouseNumber(text, foundAddress(known))).toEqual(foundAddress(known));
  });
});
