import { expect, it } from "vitest";
import { contrast, differenceOf, readableOn, shadeUntil } from "./brand-color.ts";

it.each(["#1d3b53", "#3c5a73", "#b7791f", "#000000", "#ffffff"])(
  "shades the brand colour %s until it is readable on dark and on light ground",
  (color) => {
    for (const [background, direction] of [
      ["#1c232d", 1],
      ["#eef1f5", -1],
    ] as const) {
      const shade = shadeUntil(color, { background, direction });
      expect(contrast(shade, background)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(shade, readableOn(shade))).toBeGreaterThanOrEqual(4.5);
    }
    expect(
      contrast(shadeUntil(color, { background: "#ffffff", direction: -1, contrastMin: 7 }), "#ffffff"),
    ).toBeGreaterThanOrEqual(7);
  },
);

it("measures the difference of colours as eyes see it", () => {
  expect(differenceOf("#000000", "#ffffff")).toBeCloseTo(1, 3);
  expect(differenceOf("#123456", "#123456")).toBe(0);
  expect(differenceOf("#b7791f", "#e09033")).toBeLessThan(differenceOf("#3c5a73", "#e09033"));
});
