import { expect, it } from "vitest";
import { assignTimelineLanes } from "./lanes.ts";

const spanFromPair = ([start, end]: [number, number]) => ({ start, end });
it.each<{ what: string; spans: [number, number][]; lanes: number[]; count: number }>([
  { what: "no cases", spans: [], lanes: [], count: 1 },
  {
    what: "cases one after the other",
    spans: [
      [0, 2],
      [2, 4],
      [4, 6],
    ],
    lanes: [0, 0, 0],
    count: 1,
  },
  {
    what: "two cases at once",
    spans: [
      [0, 3],
      [1, 2],
    ],
    lanes: [0, 1],
    count: 2,
  },
  {
    what: "a case after the end of another lane's case",
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
    what: "cases in any order",
    spans: [
      [2, 5],
      [0, 3],
      [1, 2],
    ],
    lanes: [1, 0, 1],
    count: 2,
  },
])("the timeline puts overlapping cases into as few lanes as possible: $what", ({ spans, lanes, count }) => {
  expect(assignTimelineLanes(spans.map(spanFromPair))).toEqual({ lanes, count });
});
