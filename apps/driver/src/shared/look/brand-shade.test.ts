import { contrastRatio } from "@leitstand/app/brand-color";
import { expect, it } from "vitest";
import { brandColorIn } from "./brand-shade.ts";

it("a company's slate colour keeps its saturation", () => {
  expect(brandColorIn("dark", "#3C5A73")).toBe("#90b1cd");
});

it.each(["#B7791F", "#AA0000"])(
  "a company's colour %s is not used, because it looks like a state or an alarm",
  (color) => {
    expect([brandColorIn("dark", color), brandColorIn("sun", color)]).toEqual([undefined, undefined]);
  },
);

it.each(["#3C5A73", "#1F6F4A", "#222222", "#6D28D9"])(
  "a company's colour %s is shaded until it is readable at arm's length in the dark",
  (color) => {
    expect(contrastRatio(brandColorIn("dark", color) ?? "#000000", "#1c232d")).toBeGreaterThanOrEqual(7);
  },
);

it("a company's colour has enough contrast in the sun", () => {
  for (const color of ["#3C5A73", "#1F6F4A", "#93b5d3"])
    expect(contrastRatio(brandColorIn("sun", color) ?? "#ffffff", "#ffffff")).toBeGreaterThanOrEqual(7);
});
