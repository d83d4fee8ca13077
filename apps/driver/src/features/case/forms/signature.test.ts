import { expect, it } from "vitest";
import { isSignature } from "./signature.ts";

it.each([
  ["", false],
  ["M160 70", false],
  ["M160 70L160 70L161 71", false],
  ["M160 70M10 20", true],
  ["M40 90L60 40L80 95", true],
  ["M-3 4L9 4", true],
])("the drawing %j on the signature pad counts as a signature: %j", (path, isSigned) => {
  expect(isSignature(path)).toBe(isSigned);
});
