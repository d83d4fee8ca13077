import { describe, expect, it } from "vitest";
import { parseSvgPath } from "./svg-path";

describe("a drawn signature", () => {
  it("the size of a drawn signature is measured with all commands of SVG paths", () => {
    expect(parseSvgPath("M10,20l5 5h10V0z m-1-1 2 2")).toMatchObject({ left: 9, top: 0, width: 16, height: 25 });
    expect(parseSvgPath("M0 0C0 10 10 10 10 0S20-10 20 0Q25 5 30 0T40 0")?.segments).toHaveLength(5);
    expect(parseSvgPath("M0 0A5 5 0 0 1 10 10")?.segments.at(-1)).toEqual({ kind: "line", to: [10, 10] });
  });

  it("a smooth curve of a signature mirrors the control point of the previous curve", () => {
    const curve = parseSvgPath("M0 0C0 10 10 10 10 0s10-10 10 0")?.segments[2];
    expect(curve).toMatchObject({ first: [10, -10], to: [20, 0] });
  });

  it.each([
    "",
    "M1 1",
    "L1 1",
    "M0 0L1",
    "M0 0 L1e99 1",
    "M0 0 L1 1<script>",
    "M0 0 Z5",
    "javascript:alert(1)",
    `M0 0${"l1 1".repeat(20_001)}`,
  ])("an invalid path of a signature such as %j is not drawn", (path) => {
    expect(parseSvgPath(path)).toBeUndefined();
  });
});
