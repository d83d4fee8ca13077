import { expect, it } from "vitest";
import {
  timelineRowOrGroupAtOffset,
  nextTimelineRowIndex,
  focusSpotAfterArrowKey,
  placeTimelineRowsAndGroups,
} from "./grid-spots.ts";
import { aCaseOnTimeline, aTimelineTour, aTourVehicle } from "#live/timeline.fixture.ts";
import { timelineRowsAndGroupsOf } from "../grid/tour-rows.ts";

const aTourWithCases = (id: string, plate: string, cases: [string, string][]) =>
  aTimelineTour({
    id,
    vehicle_device_associations: [aTourVehicle(plate, plate)],
    open_cases: cases.map(([name, time]) =>
      aCaseOnTimeline({
        id: name,
        not_before: `2026-11-21T${time}:00Z`,
        due_at: `2026-11-21T${time.replace(":00", ":45")}:00Z`,
      }),
    ),
  });
const exampleLines = timelineRowsAndGroupsOf({
  tours: [
    aTourWithCases("1", "G 1", [
      ["early", "08:00"],
      ["noon", "12:00"],
    ]),
    aTourWithCases("2", "G 2", [
      ["morning", "09:00"],
      ["evening", "18:00"],
    ]),
    aTourWithCases("3", "G 3", []),
  ],
  vehicles: [],
  branches: new Map([["graz", "Graz"]]),
  collapsed: new Set(),
  noBranch: "",
});
const placedExampleLines = placeTimelineRowsAndGroups(exampleLines, 42);

it.each([
  { key: "ArrowRight", from: ["G 1", null], to: ["G 1", "early"] },
  { key: "ArrowRight", from: ["G 1", "early"], to: ["G 1", "noon"] },
  { key: "ArrowRight", from: ["G 1", "noon"], to: undefined },
  { key: "ArrowLeft", from: ["G 1", "early"], to: ["G 1", null] },
  { key: "ArrowDown", from: ["G 1", "noon"], to: ["G 2", "morning"] },
  { key: "ArrowUp", from: ["G 2", "evening"], to: ["G 1", "noon"] },
  { key: "ArrowDown", from: ["G 2", "evening"], to: ["G 3", null] },
  { key: "ArrowDown", from: ["G 3", null], to: undefined },
  { key: "ArrowUp", from: ["G 1", null], to: ["graz", null] },
  { key: "End", from: ["G 2", null], to: ["G 2", "evening"] },
  { key: "Home", from: ["G 2", "evening"], to: ["G 2", null] },
] as const)("the key $key moves the keyboard focus of the timeline from $from to $to", ({ key, from, to }) => {
  const next = focusSpotAfterArrowKey(exampleLines, { line: from[0], case_id: from[1] }, key);
  expect(next && [next.line, next.case_id]).toEqual(to);
});

it.each([
  { y: -5, title: "Graz" },
  { y: 25, title: "Graz" },
  { y: 26, title: "G 1" },
  { y: 70, title: "G 2" },
  { y: 26 + 3 * 42, title: undefined },
])("the timeline's row at $y pixels from its top is that of $title", ({ y, title }) => {
  expect(timelineRowOrGroupAtOffset(placedExampleLines, y)?.line.title).toBe(title);
});

it("the height of a timeline row grows with the number of its overlapping cases", () => {
  const cases: [string, string][] = [
    ["a", "09:00"],
    ["b", "09:00"],
    ["c", "09:00"],
  ];
  const crowded = timelineRowsAndGroupsOf({
    tours: [aTourWithCases("4", "G 4", cases)],
    vehicles: [],
    branches: new Map(),
    collapsed: new Set(),
    noBranch: "",
  });
  expect(placeTimelineRowsAndGroups(crowded, 42)[1]?.height).toBe(77);
});

it("a case moved by the keyboard skips the headings of branches, and stops at the last row", () => {
  expect(nextTimelineRowIndex(placedExampleLines, 1, 1)).toBe(2);
  expect(nextTimelineRowIndex(placedExampleLines, 3, 1)).toBe(3);
  expect(nextTimelineRowIndex(placedExampleLines, 1, -1)).toBe(1);
});
