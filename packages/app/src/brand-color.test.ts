import { expect, it } from "vitest";
import { contrastRatio, colorDifference, readableTextColor, shadeUntilReadable } from "./brand-color.ts";

it.each(["#1d3b53", "#3c5a73", "#b7791f", "#000000", "#ffffff"])(
  "shadeUntilReadable changes the brand colour %s until it has enough contrast on dark and on light backgrounds",
  (color) => {
    for (const [background, direction] of [
      ["#1c232d", 1],
      ["#eef1f5", -1],
    ] as const) {
      const shade = shadeUntilReadable(color, { background, direction });
      expect(contrastRatio(shade, background)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(shade, readableTextColor(shade))).toBeGreaterThanOrEqual(4.5);
    }
    expect(
      contrastRatio(shadeUntilReadable(color, { background: "#ffffff", direction: -1, contrastMin: 7 }), "#ffffff"),
    ).toBeGreaterThanOrEqual(7);
  },
);

it("colorDifference measures the perceived difference of colours", () => {
  expect(colorDifference("#000000", "#ffffff")).toBeCloseTo(1, 3);
  expect(colorDifference("#123456", "#123456")).toBe(0);
  expect(colorDifference("#b7791f", "#e09033")).toBeLessThan(colorDifference("#3c5a73", "#e09033"));
});
