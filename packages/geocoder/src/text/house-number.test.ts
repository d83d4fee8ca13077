import { describe, expect, it } from "vitest";
import { houseNumberMismatchCost, type HouseNumber, parseHouseNumber } from "./house-number";

const parseNumber = (text: string) => parseHouseNumber(text) as HouseNumber;
const costOfTexts = (asked: string, known: string) => houseNumberMismatchCost(parseNumber(asked), parseNumber(known));

describe("house numbers", () => {
  it.each([
    ["12a", "12 A", "12A", "Nr. 12a", "12 a"],
    ["12-14", "12 - 14", "12–14"],
    ["12/3", "12 / 3"],
    ["7 1/2", "7½", "7 ½", "7 1⁄2"],
    ["12bis", "12 bis", "12 BIS"],
    ["12 ter", "12ter"],
    ["12 quater", "12quater"],
  ])("the geocoder reads all spellings of the house number %s as the same number", (number, ...spellings) => {
    for (const spelling of spellings) expect([spelling, costOfTexts(spelling, number)]).toEqual([spelling, 0]);
  });

  it.each([
    ["12/3", "12"],
    ["12/3/14", "12"],
    ["14", "12-16"],
    ["12-14", "12"],
    ["12a", "12"],
    ["12", "12b"],
    ["12bis", "12"],
    ["12/B", "12/A"],
    ["12/B", "12"],
    ["12/B", "12A"],
    ["12bis", "12b"],
    ["12", "12ter"],
    ["7 1/2", "7"],
    ["7", "7 1/2"],
  ])("the geocoder returns for the missing house number %s the number %s", (asked, known) => {
    expect(costOfTexts(asked, known)).toBeGreaterThan(0);
    expect(costOfTexts(asked, known)).toBeLessThan(1);
  });

  it.each([
    ["12", "13"],
    ["1", "12"],
    ["13", "12-16"],
    ["18", "12-16"],
    ["3", "12/3"],
    ["71", "7 1/2"],
    ["71/2", "7 1/2"],
    ["7 1/2", "71/2"],
  ])("the geocoder does not return for the missing house number %s the number %s", (asked, known) =>
    expect(costOfTexts(asked, known)).toBeUndefined(),
  );

  it("the geocoder prefers the requested door number to its house, and the house to one with another letter", () => {
    expect(costOfTexts("12/3", "12/3")).toBeLessThan(costOfTexts("12/3", "12") as number);
    expect(costOfTexts("12/3", "12")).toBeLessThan(costOfTexts("12a", "12") as number);
  });

  it.each(["", "abc", "-", "a12", "١٢"])("the geocoder reads no house number in %j", (text) => {
    expect(parseHouseNumber(text)).toBeUndefined();
  });
});
