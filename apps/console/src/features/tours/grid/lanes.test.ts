import { expect, it } from "vitest";
import { assignLanes } from "./lanes.ts";

const spanFromPair = ([start, end]: [number, number]) => ({ start, end });
it.each<{ what: string; spans: [number, number][]; lanes: number[]; count: number }>([
  { what: "nothing", spans: [], lanes: [], count: 1 },
  {
    what: "one after the other",
    spans: [
      [0, 2],
      [2, 4],
      [4, 6],
    ],
    lanes: [0, 0, 0],
    count: 1,
  },
  {
    what: "two at once",
    spans: [
      [0, 3],
      [1, 2],
    ],
    lanes: [0, 1],
    count: 2,
  },
  {
    what: "a lane that is free again",
    spans: [
      [0, 3],
      [1, 2],
      [2, 5],
      [3, 4],
    ],
    lanes: [0, 1, 1, 0],
    count: 2,
  },
  {
    what: "whatever order they come in",
    spans: [
      [2, 5],
      [0, 3],
      [1, 2],
    ],
    lanes: [1, 0, 1],
    count: 2,
  },
])("overlapping spans are put into as few lanes as possible: $what", ({ spans, lanes, count }) => {
  expect(assignLanes(spans.map(spanFromPair))).toEqual({ lanes, count });
});
