import { expect, it } from "vitest";
import { metersBetween } from "./lon-lat";

it("metersBetween computes the straight-line distance from Graz to Vienna", () => {
  expect(metersBetween([15.4395, 47.0707], [16.3738, 48.2082])).toBeCloseTo(144_600, -3);
});
