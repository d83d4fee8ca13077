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
interface GivenBoard extends NonNullable<Parameters<typeof aBoardSnapshot>[0]> {
  /** Number of critical messages on the board. */
  readonly messages?: number;
}
const aCriticalMessage = (message_id: string) => ({
  message_id,
  kind: "ACTION_REQUIRED",
  title: "Bitte anrufen",
  branch_id: null,
  case_id: null,
  tour_id: null,
  created_at: "2026-03-02T08:00:00Z",
  sent_by: null,
});
const textWithout = (element: Element, selector: string) => {
  const copy = document.createElement("span");
  copy.innerHTML = element.innerHTML;
  copy.querySelectorAll(selector).forEach((hidden) => hidden.remove());
  return copy.textContent;
};

/** Texts of the figures, as they are seen and as screen readers read them. */
async function figuresOfBoard({ messages = 0, ...given }: GivenBoard): Promise<ShownFigures> {
  setFakeSystemTime("2026-03-02T09:00:00Z");
  const tours = [aBoardTour({ tour_id: "t1", vehicle_ids: ["v1"] })];
  const snapshot = aBoardSnapshot({ tours, vehicle_ids: ["v1", "v2"], ...given });
  const critical_messages = Array.from({ length: messages }, (_, index) => aCriticalMessage(`m${index}`));
  entityStore.putSnapshot({ ...snapshot, critical_messages }, entityStore.step);
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

/** So many cases without a tour, none of which is late. */
const openCases = (count: number) =>
  Array.from({ length: count }, (_, index) => aCaseSummary({ case_id: `o${index}` }));

it("the top bar says of a board with a part of the cases that there are at least so many, and knows its vehicles", async () => {
  const cases = [aLateCase, ...openCases(2)];
  expect(await figuresOfBoard({ truncated: true, cases })).toEqual({
    seen: ["mind. 1 verspätet", "mind. 3 offen", "1/2 Fahrzeuge aktiv"],
    readOut: ["mindestens 1 verspätet", "mindestens 3 offen", "1/2 Fahrzeuge aktiv"],
  });
});

it("the top bar says of a board with a part of the vehicles that at least so many are active, and knows its cases", async () => {
  const board = { truncated: true, cases: [aLateCase], vehicle_ids: ["v1", "v2", "v3"] };
  expect(await figuresOfBoard(board)).toEqual({
    seen: ["1 verspätet", "1 offen", "0 laufend", "mind. 1/3 Fahrzeuge aktiv"],
    readOut: ["1 verspätet", "1 offen", "0 laufend", "mindestens 1/3 Fahrzeuge aktiv"],
  });
});

it("the top bar tells all figures of a board exactly that has only a part of the messages", async () => {
  const figures = ["1 verspätet", "1 offen", "0 laufend", "1/2 Fahrzeuge aktiv"];
  const shown = await figuresOfBoard({ truncated: true, cases: [aLateCase], messages: 3 });
  expect(shown).toEqual({ seen: figures, readOut: figures });
});

it("the top bar leaves out a figure that has counted none of a part, in English too", async () => {
  changePreferences({ language: "en" });
  const figures = ["at least 3 open", "0/2 vehicles active"];
  const shown = await figuresOfBoard({ truncated: true, cases: openCases(3), tours: [] });
  expect(shown).toEqual({ seen: figures, readOut: figures });
});

it("the top bar says nothing about active vehicles when none is on a tour that a part of the tours has", async () => {
  const tours = ["t1", "t2", "t3"].map((tour_id) => aBoardTour({ tour_id, vehicle_ids: [] }));
  const figures = ["0 verspätet", "1 offen", "0 laufend"];
  const shown = await figuresOfBoard({ truncated: true, cases: openCases(1), tours });
  expect(shown).toEqual({ seen: figures, readOut: figures });
});
