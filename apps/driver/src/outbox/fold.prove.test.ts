import { expect, it } from "vitest";
import { foldOutbox } from "./fold.ts";
import { aCase, aLink, anAction, tourId } from "./row.fixture.ts";

it("the driver app applies 500 outbox rows to a case within one frame of the screen", () => {
  const entries = Array.from({ length: 500 }, (_, index) => anAction(index, index % 2 === 0 ? "ARRIVE" : "UNDO"));
  const started = performance.now();
  foldOutbox(aCase("FUNERAL", aLink("STARTED")), entries, tourId);
  expect(performance.now() - started).toBeLessThan(50);
});
