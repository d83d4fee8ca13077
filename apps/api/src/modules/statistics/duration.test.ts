import { ISO_DURATION_PATTERN } from "@leitstand/contract/board/statistics";
import { describe, expect, it } from "vitest";
import { parseIsoDurationSeconds } from "./duration";

const isDurationText = (text: string) => new RegExp(ISO_DURATION_PATTERN, "u").test(text);

describe("durations", () => {
  it.each([
    ["PT1M", 60],
    ["PT90M", 5_400],
    ["PT10H30M", 37_800],
    ["P1DT12H", 129_600],
    ["P2W", 1_209_600],
    ["P31D", 2_678_400],
    ["PT3600S", 3_600],
  ])("the duration %s is %i seconds", (text, seconds) => {
    expect([isDurationText(text), parseIsoDurationSeconds(text)]).toEqual([true, seconds]);
  });

  it.each(["", "P", "PT", "P1DT", "P1M", "P1Y", "PT1.5H", "-PT1H", "1H", "P1W2D", "PT1H1D", "pt1h"])(
    "%j is not a valid duration",
    (text) => {
      expect(isDurationText(text)).toBe(false);
    },
  );
});
