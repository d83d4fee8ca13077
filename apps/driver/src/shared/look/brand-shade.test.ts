import { contrastRatio } from "@leitstand/app/brand-color";
import { expect, it } from "vitest";
import { brandColorForTheme } from "./brand-shade.ts";

it("the driver app keeps the saturation of a company's greyish blue", () => {
  expect(brandColorForTheme("dark", "#3C5A73")).toBe("#90b1cd");
});

it.each(["#B7791F", "#AA0000"])(
  "the driver app does not use a company's colour %s, because it looks like a state or an alarm",
  (color) => {
    expect([brandColorForTheme("dark", color), brandColorForTheme("sun", color)]).toEqual([undefined, undefined]);
  },
);

it.each(["#3C5A73", "#1F6F4A", "#222222", "#6D28D9"])(
  "the driver app lightens a company's colour %s to a contrast of at least 7 in the dark scheme",
  (color) => {
    expect(contrastRatio(brandColorForTheme("dark", color) ?? "#000000", "#1c232d")).toBeGreaterThanOrEqual(7);
  },
);

it("the driver app darkens a company's colour to a contrast of at least 7 in the scheme for sunlight", () => {
  for (const color of ["#3C5A73", "#1F6F4A", "#93b5d3"])
    expect(contrastRatio(brandColorForTheme("sun", color) ?? "#ffffff", "#ffffff")).toBeGreaterThanOrEqual(7);
});
