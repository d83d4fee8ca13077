import { expect, it } from "vitest";
import { tourWindowOnPhone } from "./day-window.ts";

it.each([
  ["2026-03-02T09:00:00Z", "Europe/Vienna", { from: "2026-03-02", to: "2026-03-02" }],
  ["2026-03-02T22:30:00Z", "Europe/Vienna", { from: "2026-03-02", to: "2026-03-02T23:30:00.000Z" }],
  ["2026-03-02T23:30:00Z", "Europe/Vienna", { from: "2026-03-03", to: "2026-03-03" }],
  ["2026-03-03T00:30:00Z", "Atlantic/Azores", { from: "2026-03-02", to: "2026-03-03T01:30:00.000Z" }],
])("a phone at %s in %s may store tours of the time range %j", (now, zone, window) => {
  expect(tourWindowOnPhone(Date.parse(now), zone)).toEqual(window);
});
