import { expect, it } from "vitest";
import { applyOutboxToCase } from "./fold.ts";
import { aCaseWithLink, aTourCaseLink, anActionEntry, fixtureTourId } from "./row.fixture.ts";

it("the driver app applies 500 outbox rows to a case within one frame of the screen", () => {
  const entries = Array.from({ length: 500 }, (_, index) => anActionEntry(index, index % 2 === 0 ? "ARRIVE" : "UNDO"));
  const started = performance.now();
  applyOutboxToCase(aCaseWithLink("FUNERAL", aTourCaseLink("STARTED")), entries, fixtureTourId);
  expect(performance.now() - started).toBeLessThan(50);
});
