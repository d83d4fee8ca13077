import { actionInputs } from "@leitstand/contract/cases/case-action-input";
import {
  actorKinds,
  type Cell,
  caseActions,
  caseTransitions,
  type TableName,
} from "@leitstand/contract/cases/case-transitions";
import { bucketOf, finalCaseStates, loadedStates, undoableActions } from "@leitstand/contract/cases/case-rules";
import type { LinkState } from "@leitstand/contract/cases/case-transitions";

/** The tables of the state machine, cell by cell, as the server goes by them. */
export function describeTables() {
  return Object.fromEntries(
    (Object.keys(caseTransitions) as TableName[]).map((name) => {
      const { actions, cells } = caseTransitions[name];
      const rows = Object.entries(cells as Readonly<Record<string, Readonly<Record<string, Cell>>>>);
      return [
        name,
        {
          actions,
          actors: actorKinds,
          rows: rows.map(([state, row]) => ({
            state,
            facts: factsOf(name, state),
            cells: actions.flatMap((action) => {
              const cell = row[action];
              return cell ? [{ action, to: cell.to, who: cell.who }] : [];
            }),
          })),
        },
      ];
    }),
  );
}

function factsOf(table: TableName, state: string): readonly string[] {
  const isLink = table !== "FUNERAL_CASE" && !["-", "~unassigned", "~forwarded", "create", "open"].includes(state);
  return [
    ...(isLink && bucketOf(state as LinkState) === "finished" ? ["finished list"] : []),
    ...(table !== "FUNERAL_TOUR_CASE" && finalCaseStates.has(state) ? ["final"] : []),
    ...(loadedStates.has(state) ? ["loaded"] : []),
  ];
}

/** What each action reads, and whether UNDO takes it back. */
export const describeActions = () =>
  caseActions.map((action) => ({
    action,
    required: actionInputs[action].required,
    optional: actionInputs[action].optional,
    reason: actionInputs[action].reason,
    undoable: undoableActions.has(action),
  }));
