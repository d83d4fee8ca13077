import { expect, it } from "vitest";
import { formatUtcTimestamp } from "./moment-text";

it.each([
  ["2026-03-02T08:20:00.000Z", "2026-03-02T08:20:00+00:00"],
  ["2026-03-02T08:20:10.000Z", "2026-03-02T08:20:10+00:00"],
  ["2026-03-02T08:20:00.120Z", "2026-03-02T08:20:00.12+00:00"],
  ["2026-03-02T08:20:00.007Z", "2026-03-02T08:20:00.007+00:00"],
])("the contract writes the moment %s as the database does: %s", (moment, spelt) => {
  expect(formatUtcTimestamp(new Date(moment))).toBe(spelt);
});
