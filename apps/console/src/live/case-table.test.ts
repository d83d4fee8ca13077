import { describe, expect, it } from "vitest";
import {
  aBoardState,
  aCaseSummary,
  aBoardTour,
  aCaseActionStreamEvent,
  anEntityStore,
  boardOfStore,
  aCaseCard,
} from "./board.fixture.ts";
import { applyEvents } from "./apply-events.ts";
import { caseDataFromSummary } from "./case-entity.ts";
import { CaseTable } from "./case-table.ts";
import { caseFactsSeenOfKnownCase } from "./clash/sight-of-entity.ts";
import type { EntityStore } from "./entities.ts";

const aCaseReading = (lock_version: number, own: Parameters<typeof aCaseSummary>[0] = {}) =>
  caseDataFromSummary(aCaseSummary({ lock_version, ...own }));

describe("what is known of a case", () => {
  it("the console's table of cases ignores older answers, and merges the fields of an answer with the same version", () => {
    const table = new CaseTable();
    const card = aCaseCard({ kind: "Transportauftrag" });
    table.put({ ...aCaseReading(3, { display_name: "Neu" }), card }, 1);
    expect(table.put(aCaseReading(2, { display_name: "Alt" }), 2)).toBe(false);
    expect(table.put(aCaseReading(3, { display_name: "Neu", external_id: "ERP-1" }), 3)).toBe(true);
    expect(table.get("c1")).toMatchObject({ display_name: "Neu", external_id: "ERP-1", card });
  });

  it("the console's table of cases takes the missing card of a case even from an answer older than the last event", () => {
    const table = new CaseTable();
    table.put(aCaseReading(3), 1);
    table.put({ ...aCaseReading(2), state: "CANCELLED", card: aCaseCard({ source: "Graz" }) }, 2);
    expect(table.get("c1")).toMatchObject({ state: "OPEN", lock_version: 3, card: { source: "Graz" } });
  });

  it("a case that an answer should contain and does not leaves the board and its tour, unless it came after the request", () => {
    const table = new CaseTable();
    for (const case_id of ["c1", "c2"]) table.put(aCaseReading(1, { case_id, on: [["t1", "ASSIGNED"]] }), 1);
    table.patch("c2", { lock_version: 2 }, 3);
    expect(table.forgetUnseen(["c1", "c2", "unknown"], 2)).toEqual(["c1"]);
    expect([...table.open.keys()]).toEqual(["c2"]);
    expect(table.openLinksOf("t1").map(({ dispatchCase }) => dispatchCase.case_id)).toEqual(["c2"]);
    expect(table.get("c1")).toBeUndefined();
  });

  it("a page of cases that was requested before a case was closed does not bring it back to the board", () => {
    const table = new CaseTable();
    table.put(aCaseReading(1), 1);
    table.patch("c1", { finalized: true, lock_version: 2 }, 2);
    table.put(aCaseReading(1), 3);
    expect([table.open.has("c1"), table.get("c1")?.finalized]).toEqual([false, true]);
  });

  it("a case that was created after a snapshot was requested is not removed from the board by the snapshot", () => {
    const table = new CaseTable();
    table.put(aCaseReading(1, { case_id: "old" }), 1);
    table.put(aCaseReading(0, { case_id: "new" }), 5);
    table.closeUnseen(new Set(), 4);
    expect([...table.open.keys()]).toEqual(["new"]);
  });

  it("the console's table of cases drops a closed case only when no list shows it", () => {
    const table = new CaseTable();
    for (const case_id of ["open", "listed", "closed"]) table.put(aCaseReading(1, { case_id }), 1);
    for (const id of ["listed", "closed"]) table.patch(id, { finalized: true, lock_version: 2 }, 2);
    table.sweep((id) => id === "listed");
    expect(["open", "listed", "closed"].filter((id) => table.get(id))).toEqual(["open", "listed"]);
  });
});

describe("what tours work on", () => {
  it("a tour's open case links are sorted by progress, the most advanced first, and exclude cases that left the tour", () => {
    const left = { tour_id: "t1", state: "LOADED", bucket: "forwarded" as const };
    const cases = [
      aCaseSummary({ case_id: "assigned", on: [["t1", "ASSIGNED"]] }),
      aCaseSummary({ case_id: "loaded", on: [["t1", "LOADED"]] }),
      aCaseSummary({ case_id: "alarmed", on: [["t2", "alarmed"]] }),
      aCaseSummary({ case_id: "left", tour_case_states: [left] }),
    ];
    const board = aBoardState({ cases });
    expect(board.openLinksOf("t1").map(({ dispatchCase, state }) => [dispatchCase.case_id, state])).toEqual([
      ["loaded", "LOADED"],
      ["assigned", "ASSIGNED"],
    ]);
    expect(board.openLinksOf("t2")).toHaveLength(1);
  });

  it("the board finds the tour of a vehicle, and none for a vehicle without a tour", () => {
    const board = aBoardState({ tours: [aBoardTour({ vehicle_ids: ["v1", "v2"] })] });
    expect([board.tourOfVehicle("v2")?.tour_id, board.tourOfVehicle("v3")]).toEqual(["t1", undefined]);
  });

  it("a tour's open case links stay the same array until one of its cases changes", () => {
    const store = anEntityStore({
      cases: [aCaseSummary({ on: [["t1", "STARTED"]] }), aCaseSummary({ case_id: "c2", on: [["t2", "STARTED"]] })],
    });
    const before = [boardOfStore(store).openLinksOf("t1"), boardOfStore(store).openLinksOf("t2")];
    applyEvents(store, [
      aCaseActionStreamEvent({ tour_case_states: [{ tour_id: "t1", state: "ARRIVED", bucket: "open" }] }),
    ]);
    expect(boardOfStore(store).openLinksOf("t1")).not.toBe(before[0]);
    expect(boardOfStore(store).openLinksOf("t2")).toBe(before[1]);
  });
});

/** Version of the case, and the version that a decision on its card is sent with. */
function shownVersionOf(store: EntityStore) {
  const known = store.cases.get("case");
  return known && { lock_version: known.lock_version, decided_on: caseFactsSeenOfKnownCase(known).lock_version };
}
const actionOnCase = (given: Parameters<typeof aCaseActionStreamEvent>[0]) =>
  aCaseActionStreamEvent({ case_id: "case", lock_version: 5, ...given });

describe("times and places of a case", () => {
  it.each(["POSTPONE", "TO_TOWING_DESTINATION", "FINISH", "UNDO"])(
    "a case is read again after %s, which may change its times and places, and until then decisions rest on what is shown",
    (action) => {
      const store = anEntityStore({ cases: [aCaseSummary({ case_id: "case", lock_version: 4 })] });
      const { case_ids } = applyEvents(store, [actionOnCase({ action })]);
      expect([...case_ids]).toEqual(["case"]);
      expect(shownVersionOf(store)).toEqual({ lock_version: 5, decided_on: 4 });
      const later = applyEvents(store, [actionOnCase({ action: "ARRIVE", lock_version: 6 })]);
      expect([...later.case_ids]).toEqual(["case"]);
      expect(shownVersionOf(store)).toEqual({ lock_version: 6, decided_on: 4 });
    },
  );

  it("a case is not read again after a step of its crew, which changes neither times nor places", () => {
    const store = anEntityStore({ cases: [aCaseSummary({ case_id: "case", lock_version: 4 })] });
    expect([...applyEvents(store, [actionOnCase({ action: "START" })]).case_ids]).toEqual([]);
    expect(shownVersionOf(store)).toEqual({ lock_version: 5, decided_on: 5 });
  });

  it("a postponed case is read again when its crew begins, which ends the postponement", () => {
    const postponed = {
      ...aCaseSummary({ case_id: "case", lock_version: 4 }),
      postponed_until: "2026-11-21T09:05:00Z",
    };
    const store = anEntityStore({ cases: [postponed] });
    expect([...applyEvents(store, [actionOnCase({ action: "START" })]).case_ids]).toEqual(["case"]);
  });
});
