import { expect, it } from "vitest";
import { readBoardView } from "./board-view.ts";

it.each(["2026-02-28", "2028-02-29"])("a link to the board shows its day %s", (day) => {
  expect(readBoardView({ day }).day).toBe(day);
});

it.each(["2026-02-30", "2026-13-01", "202610-10-24", "tomorrow", 20261124])(
  "a link to the board with the impossible day %s shows today",
  (day) => {
    expect(readBoardView({ day })).toEqual({ tab: "open", days: 1 });
  },
);
