import { describe, expect, it } from "vitest";
import { countryOfTenant } from "./access/tenant-country";
import { toDialableNumber, examplePhoneNumberOf } from "./phone-number";

describe("telephone number", () => {
  it.each([
    ["+436601234567", null, "+436601234567"],
    ["+4306601234567", null, "+436601234567"],
    ["+43 (0)660 / 123 45-67", null, "+436601234567"],
    ["0660 1234567", "AT", "+436601234567"],
    ["0043 660 1234567", "AT", "+436601234567"],
    ["01 58858-0", "AT", "+431588580"],
    ["+41 079 123 45 67", "AT", "+41791234567"],
    ["079 123 45 67", "CH", "+41791234567"],
    ["030 123456", "DE", "+4930123456"],
    ["06 12345678", "IT", "+390612345678"],
    ["+39 06 12345678", null, "+390612345678"],
    ["(212) 555-0123", "US", "+12125550123"],
    ["+4232371234", "LI", "+4232371234"],
  ])("the telephone number %s, dialled in %s, is normalised to %s", (text, country, number) => {
    expect(toDialableNumber(text, country)).toBe(number);
  });

  it.each([
    ["0660 1234567", null],
    ["0660 1234567", "QQ"],
    ["+999 123456789", "AT"],
    ["+43123", "AT"],
    ["144", "AT"],
    ["0664", "AT"],
    ["+430664", null],
    ["unbekannt", "AT"],
    ["0660 1234567 abends", "AT"],
    ["0660 1234567 oder 0316 123456", "AT"],
    ["+43 1 58858 ext. 12", "AT"],
    ["+43664000000000000000", "AT"],
    ["", "AT"],
  ])("a telephone number that cannot be dialled is refused: %s in %s", (text, country) => {
    expect(toDialableNumber(text, country)).toBeUndefined();
  });

  it.each(["AT", "DE", "CH", "FI", null])(
    "the example of a telephone number for %s can be dialled there",
    (country) => {
      expect(toDialableNumber(examplePhoneNumberOf(country), country)).toBe(examplePhoneNumberOf(country));
    },
  );
});

describe("country in which a tenant dials", () => {
  it.each([
    ["DE", "Europe/Vienna", "DE"],
    [null, "Europe/Vienna", "AT"],
    [null, "Europe/Berlin", "DE"],
    [null, "Europe/Zurich", "CH"],
    [null, "Europe/Vaduz", "LI"],
    [null, "America/New_York", "US"],
    [null, "UTC", null],
  ])(
    "a tenant with the address country %s and the time zone %s has the country %s",
    (first_country, timezone, country) => {
      expect(countryOfTenant({ first_country, timezone })).toBe(country);
    },
  );
});
