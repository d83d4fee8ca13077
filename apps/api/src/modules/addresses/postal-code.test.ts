import { describe, expect, it } from "vitest";
import { postalCodeOf, zipNumberOf } from "./postal-code";

describe("a postal code", () => {
  it.each([
    [1067, "DE", "01067"],
    [80331, "DE", "80331"],
    [187, "IT", "00187"],
    [8001, "ES", "08001"],
    [1000, "FR", "01000"],
    [8036, "AT", "8036"],
    [8001, "CH", "8001"],
    [9490, null, "9490"],
    ["01067", "DE", "01067"],
    ["1067", "DE", "1067"],
    ["SW1A 1AA", "GB", "SW1A 1AA"],
    [null, "DE", null],
    [undefined, "DE", null],
  ])("%s in %s is kept as %s", (zip_code, country, text) => {
    expect(postalCodeOf({ country, ...(zip_code === undefined ? {} : { zip_code }) })).toBe(text);
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
  ])("%s is the number %s", (text, number) => {
    expect(zipNumberOf(text)).toBe(number);
  });
});
