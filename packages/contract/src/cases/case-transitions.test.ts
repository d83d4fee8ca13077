import { describe, expect, it } from "vitest";
import { caseActionInputFields } from "./case-action-input";
import {
  findTransition,
  isKnownCaseHistoryStep,
  transitionRowsOf,
  undoableActions,
  actionsBlockingUndo,
} from "./case-rules";
import fixture from "./case-transitions.fixture.json";
import { caseActions, caseTransitionTables, type TransitionTableName, transitionTableNames } from "./case-transitions";

const transitionsOfTable = (name: TransitionTableName) =>
  Object.entries(transitionRowsOf(name)).flatMap(([from, row]) =>
    Object.entries(row).map(([action, { to, who }]) => ({ from, action, to: [...to], who: [...who] })),
  );
const sortTransitions = (cells: { from: string; action: string }[]) =>
  cells.map((cell) => JSON.stringify(cell, ["from", "action", "to", "who"])).sort();

describe("transition table", () => {
  it("the contract has exactly the transition tables of the agreed design", () => {
    expect(Object.keys(fixture).filter((key) => key !== "legend")).toEqual(transitionTableNames);
  });

  it.each(transitionTableNames)(
    "the contract's transition table equals the designed one in every cell, including the actors: %s",
    (name) => {
      const design = fixture[name];
      expect(Object.keys(caseTransitionTables[name].cells)).toEqual(design.states);
      expect([...caseTransitionTables[name].actions].sort()).toEqual([...design.actions].sort());
      expect(sortTransitions(transitionsOfTable(name))).toEqual(sortTransitions(design.transitions));
    },
  );

  it.each(transitionTableNames)(
    "the contract's transition table leads only to states of the same table: %s",
    (name) => {
      const states = [...Object.keys(caseTransitionTables[name].cells), "PREV"];
      for (const cell of transitionsOfTable(name)) for (const target of cell.to) expect(states).toContain(target);
    },
  );

  it("findTransition returns undefined for a transition that does not exist", () => {
    expect(findTransition("FUNERAL_TOUR_CASE", "LOADED", "CANCEL")).toBeUndefined();
    expect(findTransition("ROADSIDE_ASSISTANCE", "open", "ASSIGN")?.to).toEqual(["alarmed", "reserved"]);
  });

  it("every action on a case except UNDO either can be undone or blocks the undo of earlier ones", () => {
    const judged = [...undoableActions, ...actionsBlockingUndo, "UNDO"].sort();
    expect(judged).toEqual([...caseActions].sort());
    expect(Object.keys(caseActionInputFields).sort()).toEqual([...caseActions].sort());
  });
});

describe("history step", () => {
  const step = { tour_id: "t", undoes: null, old_case_state: "ASSIGNED", new_case_state: "STARTED" };
  it.each([
    ["FUNERAL", { ...step, transition: "START", old_state: "ASSIGNED", new_state: "STARTED" }, true],
    ["FUNERAL", { ...step, transition: "START", old_state: "ASSIGNED", new_state: "LOADED" }, false],
    ["FUNERAL", { ...step, transition: "ASSIGN", old_state: null, new_state: "ASSIGNED" }, true],
    [
      "ROADSIDE",
      {
        ...step,
        transition: "CANCEL",
        old_state: null,
        new_state: null,
        old_case_state: "toDestination",
        new_case_state: "cancelled",
      },
      false,
    ],
    ["ROADSIDE", { ...step, transition: "UNDO", undoes: "row", old_state: "arrived", new_state: "onTheWay" }, true],
    ["ROADSIDE", { ...step, transition: "DELIVER", undoes: "row", old_state: "arrived", new_state: "onTheWay" }, false],
  ] as const)(
    "a step in the history of a %s case is recognised if the transition table has it: %o: %s",
    (type, row, known) => {
      expect(isKnownCaseHistoryStep(type, row)).toBe(known);
    },
  );
});
