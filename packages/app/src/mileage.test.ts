import { expect, it } from "vitest";
import { parseMileage } from "./mileage.ts";

const MAX = 9_999_999;

it.each([
  ["142300", 142_300],
  ["142 300 km", 142_300],
  ["142.300", 142_300],
  ["142’300", 142_300],
  ["85.320,4 km", 85_320],
  ["85320.4", 85_320],
  ["85,320.4", 85_320],
  ["1.142.300", 1_142_300],
  ["0", 0],
  ["", undefined],
  ["etwa 100", undefined],
  ["-5", undefined],
  ["1234.567", undefined],
  ["14.23.00", undefined],
  ["99999999999", undefined],
])("the mileage typed as %j is %j kilometres", (typed, kilometers) => {
  expect(parseMileage(typed, MAX)).toBe(kilometers);
});
