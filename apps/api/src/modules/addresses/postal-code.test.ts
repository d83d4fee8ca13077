import { describe, expect, it } from "vitest";
import {
  isPostalCodeRequestAmbiguous,
  zipCodeToPostalCode,
  resolvePostalCode,
  postalCodeToNumber,
} from "./postal-code";

const storedPostalCode = (postal_code: string | null) => ({ postal_code, zip_code: postalCodeToNumber(postal_code) });

describe("a postal code", () => {
  it.each([
    [1067, "DE", "01067"],
    [80331, "DE", "80331"],
    [187, "IT", "00187"],
    [8001, "ES", "08001"],
    [1000, "FR", "01000"],
    [100, "FI", "00100"],
    [1000, "CZ", "01000"],
    [1001, "SK", "01001"],
    [150, "NO", "0150"],
    [800, "DK", "0800"],
    [10011, "RO", "010011"],
    [501, "US", "00501"],
    [8036, "AT", "8036"],
    [8001, "CH", "8001"],
    [9490, null, "9490"],
    ["01067", "DE", "01067"],
    ["1067", "DE", "1067"],
    ["SW1A 1AA", "GB", "SW1A 1AA"],
    [null, "DE", null],
    [undefined, "DE", null],
  ])("the postal code %s in %s is normalised to %s", (zip_code, country, text) => {
    expect(zipCodeToPostalCode({ country, ...(zip_code === undefined ? {} : { zip_code }) })).toBe(text);
  });

  it.each([
    ["01067", 1067],
    ["8036", 8036],
    ["0", 0],
    ["9999999", 9_999_999],
    ["10000000", null],
    ["SW1A 1AA", null],
    ["00-950", null],
    [null, null],
  ])("the postal code %s is %s as a number", (text, number) => {
    expect(postalCodeToNumber(text)).toBe(number);
  });

  it.each([
    {
      title: "both as they were read",
      known: "00100",
      given: { zip_code: 100, postal_code: "00100" },
      expected: "00100",
    },
    { title: "the number as it was read", known: "00100", given: { zip_code: 100 }, expected: "00100" },
    { title: "no number, as it was read", known: "1011 AB", given: { zip_code: null }, expected: "1011 AB" },
    { title: "no number for a code that is one", known: "8036", given: { zip_code: null }, expected: null },
    { title: "another number", known: "00100", given: { zip_code: 200, country: "FI" }, expected: "00200" },
    {
      title: "another number beside the old code",
      known: "00100",
      given: { zip_code: 200, postal_code: "00100", country: "FI" },
      expected: "00200",
    },
    {
      title: "another code beside the old number",
      known: "00100",
      given: { zip_code: 100, postal_code: "00200" },
      expected: "00200",
    },
    {
      title: "another code as text",
      known: "00100",
      given: { zip_code: "00200", postal_code: "00100" },
      expected: "00200",
    },
    {
      title: "no code beside the old number",
      known: "00100",
      given: { zip_code: 100, postal_code: null },
      expected: null,
    },
    {
      title: "no number beside the old code",
      known: "8036",
      given: { zip_code: null, postal_code: "8036" },
      expected: null,
    },
    {
      title: "the number, and at last a country",
      known: "1067",
      given: { zip_code: 1067, country: "DE" },
      expected: "01067",
    },
    {
      title: "two codes, both new",
      known: "8036",
      given: { zip_code: 8010, postal_code: "8020" },
      expected: undefined,
    },
    { title: "a code alone", known: "8036", given: { postal_code: "1011 AB" }, expected: "1011 AB" },
    { title: "neither number nor code", known: "8036", given: {}, expected: null },
  ])("the postal code of an update with $title is $expected", ({ known, given, expected }) => {
    expect(resolvePostalCode(given, storedPostalCode(known))).toBe(expected);
  });

  it("the postal code of a new address is read from both of its fields, and is refused when they differ", () => {
    expect(resolvePostalCode({ zip_code: 1067, postal_code: "01067" })).toBe("01067");
    expect(resolvePostalCode({ zip_code: 1067, postal_code: "8036" })).toBeUndefined();
  });

  it.each([
    [{}, false],
    [{ postal_code: "8036" }, false],
    [{ zip_code: "8036" }, false],
    [{ zip_code: 8036, postal_code: "8036" }, false],
    [{ zip_code: 8036 }, true],
    [{ zip_code: null }, true],
    [{ zip_code: 8010, postal_code: "8036" }, true],
  ])("reading the postal code of the update %j requires the stored one: %s", (given, expected) => {
    expect(isPostalCodeRequestAmbiguous(given)).toBe(expected);
  });
});
