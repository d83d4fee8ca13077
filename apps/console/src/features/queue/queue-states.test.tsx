import { afterEach, expect, it } from "vitest";
import { aBoardSnapshot, aCaseSummary } from "#live/board.fixture.ts";
import { entityStore } from "#live/store.ts";
import { mountComponent } from "#shared/testing/mount-testkit.tsx";
import { pageText } from "#shared/testing/screen-testkit.ts";
import { countCasesByQueueTab } from "./queue.queries.ts";
import { TruncatedHint } from "./queue-states.tsx";

afterEach(() => entityStore.clear());

/** Shows the queue's hint beside a board of which a list is cut: the longest. */
async function showHintOf(given: Parameters<typeof aBoardSnapshot>[0]) {
  entityStore.putSnapshot(aBoardSnapshot({ ...given, truncated: true }), entityStore.step);
  await mountComponent(<TruncatedHint />);
  return entityStore.board && countCasesByQueueTab(entityStore.board);
}

it("the queue says that map and tours show a part of the cases, and does not count those", async () => {
  const cases = ["c1", "c2"].map((case_id) => aCaseSummary({ case_id }));
  expect(await showHintOf({ cases })).toEqual({});
  expect(pageText()).toContain("Es sind sehr viele Fälle offen");
});

it("the queue counts the cases of a board that has all of them, where only the vehicles are a part", async () => {
  const counts = await showHintOf({ cases: [aCaseSummary()], vehicle_ids: ["v1", "v2"] });
  expect(counts).toMatchObject({ running: 0 });
  expect(pageText()).not.toContain("Es sind sehr viele Fälle offen");
});
