import { expect, it } from "vitest";
import { aTourCaseLink } from "#outbox/row.fixture.ts";
import type { TourLink } from "#outbox/state-before.ts";
import { isStepUndoable } from "./undo-window.ts";

const now = Date.parse("2026-03-02T09:00:00Z");

it.each<[string, Partial<TourLink>, boolean]>([
  ["a step of nine minutes ago", { started_at: "2026-03-02T08:51:00Z" }, true],
  ["a step of eleven minutes ago", { started_at: "2026-03-02T08:49:00Z" }, false],
  ["the newest step", { started_at: "2026-03-02T08:10:00Z", arrived_at: "2026-03-02T08:55:00Z" }, true],
  ["what leaves no time of its own, such as a postponement", { updated_at: "2026-03-02T08:58:00Z" }, true],
])("a driver can undo the newest step for ten minutes: %s, with %j: %j", (_what, changes, may) => {
  expect(isStepUndoable(aTourCaseLink("STARTED", changes), { now, seconds: 600 })).toBe(may);
});
