import { afterEach, expect, it } from "vitest";
import { aBoardSnapshot, aBoardTour, aCaseSummary } from "#live/board.fixture.ts";
import { entityStore } from "#live/store.ts";
import { changePreferences } from "#shared/state/preferences.ts";
import { mountComponent, setFakeSystemTime } from "#shared/testing/mount-testkit.tsx";
import { BoardFigures } from "./board-figures.tsx";

afterEach(() => entityStore.clear());

const aLateCase = aCaseSummary({ case_id: "c1", due_at: "2026-03-02T08:59:00Z" });

interface ShownFigures {
  readonly seen: readonly string[];
  readonly readOut: readonly string[];
}
const textWithout = (element: Element, selector: string) => {
  const copy = document.createElement("span");
  copy.innerHTML = element.innerHTML;
  copy.querySelectorAll(selector).forEach((hidden) => hidden.remove());
  return copy.textContent;
};

/** Texts of the figures, as they are seen and as screen readers read them. */
async function figuresOfBoard(given: Parameters<typeof aBoardSnapshot>[0]): Promise<ShownFigures> {
  setFakeSystemTime("2026-03-02T09:00:00Z");
  const tours = [aBoardTour({ tour_id: "t1", vehicle_ids: ["v1"] })];
  entityStore.putSnapshot(aBoardSnapshot({ tours, vehicle_ids: ["v1", "v2"], ...given }), entityStore.step);
  await mountComponent(<BoardFigures />);
  const figures = [...(document.querySelector("[data-mounted] > span")?.children ?? [])];
  return {
    seen: figures.map((figure) => textWithout(figure, ".visually-hidden")),
    readOut: figures.map((figure) => textWithout(figure, "[aria-hidden=true]")),
  };
}

it("the top bar shows the figures of the day", async () => {
  const figures = ["1 verspätet", "2 offen", "0 laufend", "1/2 Fahrzeuge aktiv"];
  const shown = await figuresOfBoard({ cases: [aLateCase, aCaseSummary({ case_id: "c2" })] });
  expect(shown).toEqual({ seen: figures, readOut: figures });
});

it("the top bar says of a truncated board that the figures of the day are at least so many", async () => {
  const cases = [aLateCase, aCaseSummary({ case_id: "c2" })];
  expect(await figuresOfBoard({ truncated: true, cases })).toEqual({
    seen: ["mind. 1 verspätet", "mind. 2 offen", "mind. 1/2 Fahrzeuge aktiv"],
    readOut: ["mindestens 1 verspätet", "mindestens 2 offen", "mindestens 1/2 Fahrzeuge aktiv"],
  });
});

it("the top bar leaves a figure out of which a truncated board has counted none, in English too", async () => {
  changePreferences({ language: "en" });
  const figures = ["at least 1 open", "at least 0/2 vehicles active"];
  const shown = await figuresOfBoard({ truncated: true, cases: [aCaseSummary({ case_id: "c2" })], tours: [] });
  expect(shown).toEqual({ seen: figures, readOut: figures });
});
