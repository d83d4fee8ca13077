import { expect, it } from "vitest";
import { foldOutbox } from "./fold.ts";
import { aCase, aLink, anAction, tourId } from "./row.fixture.ts";

it("the driver's app folds 500 rows within a frame", () => {
  const entries = Array.from({ length: 500 }, (_, index) => anAction(index, index % 2 === 0 ? "ARRIVE" : "UNDO"));
  const started = performance.now();
  foldOutbox(aCase("FUNERAL", aLink("STARTED")), entries, tourId);
  expect(performance.now() - started).toBeLessThan(50);
});
