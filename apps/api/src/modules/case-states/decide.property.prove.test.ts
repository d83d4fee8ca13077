import { caseTransitionTables, transitionTableNames } from "@leitstand/contract/cases/case-transitions";
import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideCaseAction } from "./decide";
import type { AcceptedCaseAction } from "./facts/case-decision";
import {
  type DecideFunction,
  simulateRandomDispatchDay,
  checkInvariantsOnRandomDays,
  arbitraryDispatchDay,
} from "./random-days-testkit";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);

const allTransitionCells = transitionTableNames.flatMap((table) =>
  Object.entries(caseTransitionTables[table].cells).flatMap(([from, row]) =>
    Object.keys(row).map((action) => `${table} ${from} ${action}`),
  ),
);

const withFaultyChange =
  (edit: (change: AcceptedCaseAction) => AcceptedCaseAction): DecideFunction =>
  (snapshot, command, context) => {
    const decision = decideCaseAction(snapshot, command, context);
    return decision.kind === "changed" ? edit(decision) : decision;
  };
const isUndoChange = (change: AcceptedCaseAction) => change.history[0]?.transition === "UNDO";
const faultyDecisions: readonly (readonly [string, DecideFunction])[] = [
  [
    "UNDO leaves helpers closed",
    withFaultyChange((change) => (isUndoChange(change) ? { ...change, links: change.links.slice(0, 1) } : change)),
  ],
  [
    "UNDO forgets the acceptance",
    withFaultyChange((change) =>
      isUndoChange(change)
        ? { ...change, links: change.links.map((link) => ({ ...link, accepted_at: null })) }
        : change,
    ),
  ],
  [
    "a repetition is done again",
    (snapshot, command, context) =>
      decideCaseAction(
        { ...snapshot, history: snapshot.history.map((row) => ({ ...row, action_id: null })) },
        command,
        context,
      ),
  ],
  [
    "FORWARD leaves the old link open",
    withFaultyChange((change) => ({
      ...change,
      links: change.links.map((link) => (link.bucket === "forwarded" ? { ...link, bucket: "open" } : link)),
    })),
  ],
  [
    "a helper's start hides the load",
    withFaultyChange((change) =>
      change.case.state === "LOADED" && change.history[0]?.transition === "ASSIGN"
        ? { ...change, case: { ...change.case, state: "STARTED" } }
        : change,
    ),
  ],
];

describe(`random days of dispatch (seed ${SEED})`, () => {
  it("random sequences of dispatch actions keep every invariant", () => {
    const report = checkInvariantsOnRandomDays(decideCaseAction, { seed: SEED, days: 3_000 });
    expect(fc.defaultReportMessage(report)).toBeUndefined();
  }, 600_000);

  it("random sequences of dispatch actions reach every cell of the transition table", () => {
    const guide = { reached: new Set<string>(), leads: true };
    const missing = () => allTransitionCells.filter((cell) => !guide.reached.has(cell));
    for (const one of fc.sample(arbitraryDispatchDay, { numRuns: 2000, seed: SEED }))
      if (missing().length > 0) simulateRandomDispatchDay(one, decideCaseAction, guide);
    expect(missing()).toEqual([]);
  }, 60_000);

  it.each(faultyDecisions)(
    "random sequences of dispatch actions detect a planted fault: %s",
    (_name, faulty) => {
      expect(checkInvariantsOnRandomDays(faulty, { seed: 1, days: 1_000 }).failed).toBe(true);
    },
    60_000,
  );
});
