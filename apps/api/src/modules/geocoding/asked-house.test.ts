import { describe, expect, it } from "vitest";
import { asAsked } from "./asked-house.service";
import { geocoded } from "./geocoded";

const found = (house_number: string | null, street = "Lindenstraße") =>
  geocoded({ street, house_number, zip_code: "01067", city: "Musterau", lat: 47.5, lon: 9.5, source: "embedded" });

describe("an address that was found for a text", () => {
  it.each([
    ["Lindenstraße 12a/3/7, Musterau", "12a", "12a/3/7"],
    ["Lindenstraße 12 a / 3 / 7", "12a", "12a/3/7"],
    ["01067 Musterau, Lindenstr. 12/3", "12", "12/3"],
    ["Lindenstraße 12/3", "12/3", "12/3"],
    ["Lindenstraße 12", "12", "12"],
    ["Lindenstraße 14", "14-16", "14-16"],
  ])("keeps staircase and door of %s behind %s", (text, known, kept) => {
    const { house_number, label, is_other_house } = asAsked(text, found(known));
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
    ["Lindenstraße 13, 01067 Musterau", "12"],
    ["Straße des 17. Juni 134", "135"],
  ])("is marked as another house for %s, when it is %s", (text, known) => {
    const marked = asAsked(text, found(known));
    expect(marked).toEqual({ ...found(known), is_other_house: true });
  });

  it.each([
    ["Lindenstraße, 01067 Musterau", "12"],
    ["Lindenstraße 7 1/2, Musterau", "7 1/2"],
    ["Lindenstraße 7½, Musterau", "7 1/2"],
    ["Straße des 17. Juni 135", "135"],
    ["Lindenstraße 12", null],
  ])("is what it is for %s, when it is %s", (text, known) => {
    expect(asAsked(text, found(known))).toEqual(found(known));
  });
});
