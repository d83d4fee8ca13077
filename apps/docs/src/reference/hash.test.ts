import { expect, it } from "vitest";
import { decodeHash } from "./hash";

it.each([
  ["#getCase-fields", "#getCase-fields"],
  ["#%C3%BCber", "#über"],
  ["#100%", "#100%"],
  ["", ""],
])("the reference takes %s in an address as the part %s of a page", (hash, part) => {
  expect(decodeHash(hash)).toBe(part);
});
