import { expect, it } from "vitest";
import { aBoardState, aCaseSummary } from "#live/board.fixture.ts";
import { mountComponent, setFakeSystemTime } from "#shared/testing/mount-testkit.tsx";
import { pageText } from "#shared/testing/screen-testkit.ts";
import { MapCard } from "./map-card.tsx";

it.each([
  ["2026-11-21T13:30:00Z", "fällig 14:30"],
  ["2026-11-22T13:30:00Z", "fällig 22.11., 14:30"],
  ["2026-11-20T13:30:00Z", "fällig 20.11., 14:30"],
])("the card of a case on the map shows the day of its due time unless that is today: %s", async (due_at, text) => {
  setFakeSystemTime("2026-11-21T11:00:00Z");
  await mountComponent(
    <MapCard
      board={aBoardState({ cases: [aCaseSummary({ due_at })] })}
      marks={new Map()}
      view={{ tab: "open", days: 1 }}
      hovered={{ kind: "case", id: "c1" }}
      followed={undefined}
      onFollow={() => undefined}
    />,
  );
  expect(pageText()).toContain(text);
});
