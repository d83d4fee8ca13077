import { describe, expect, it } from "vitest";
import { countryCodes, isCountryCode } from "./country";

describe("countries", () => {
  it("the contract's list of countries has the 249 of ISO 3166-1 and Kosovo, each once and in order", () => {
    expect(countryCodes).toHaveLength(250);
    expect(countryCodes).toEqual([...new Set(countryCodes)].sort());
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    expect(countryCodes.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it.each(["UK", "EU", "EL", "AC", "AN", "YU", "ZZ", "QQ", "at", "AUT", ""])(
    "the contract's list of countries does not contain %j",
    (text) => {
      expect(isCountryCode(text)).toBe(false);
    },
  );
});
