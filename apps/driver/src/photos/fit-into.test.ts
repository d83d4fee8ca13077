import { expect, it } from "vitest";
import { shrinkSizeToLongestSide } from "./fit-into.ts";

it.each([
  [
    { width: 4032, height: 3024 },
    { width: 1600, height: 1200 },
  ],
  [
    { width: 3024, height: 4032 },
    { width: 1200, height: 1600 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 9000, height: 2 },
    { width: 1600, height: 1 },
  ],
])("a picture of %j is scaled to %j", (picture, size) => {
  expect(shrinkSizeToLongestSide(picture, 1600)).toEqual(size);
});
