import { expect, it } from "vitest";
import { aBoardState, aCaseSummary } from "#live/board.fixture.ts";
import { mountComponent, setFakeSystemTime } from "#shared/testing/mount-testkit.tsx";
import { findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { MapCard } from "./map-card.tsx";
import { vehicleMapStatesOf } from "./overlay/vehicle-marks.ts";

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

it("the card of the selected vehicle comes back when the object under the resting pointer has left the board", async () => {
  const board = aBoardState({ tours: [] });
  await mountComponent(
    <MapCard
      board={board}
      marks={vehicleMapStatesOf(board, Date.parse("2026-11-21T11:00:00Z"))}
      view={{ tab: "open", days: 1, vehicle: "v1" }}
      hovered={{ kind: "case", id: "gone" }}
      followed="v1"
      onFollow={() => undefined}
    />,
  );
  expect(pageText()).toContain("G v1");
  expect(findByRole("button", "Folgen").getAttribute("aria-pressed")).toBe("true");
});
