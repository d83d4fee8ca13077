import { caseActionInputFields } from "@leitstand/contract/cases/case-action-input";
import {
  bucketOfLinkState,
  finalCaseStates,
  isLinkState,
  loadedLinkStates,
  transitionRowsOf,
  undoableActions,
} from "@leitstand/contract/cases/case-rules";
import {
  type ActorKind,
  actorKinds,
  caseActions,
  caseTransitionTables,
  type TransitionTableName,
  transitionTableNames,
} from "@leitstand/contract/cases/case-transitions";

/** Kinds of actors in short words for tables and diagrams; the page explains the full `actorKinds`. */
const actorNames = {
  D: "dispatchers",
  V: "drivers",
  S: "service accounts",
  X: "the system",
} as const satisfies Record<ActorKind, string>;

/** Meaning of each kind of actor. */
export const listActorKinds = () =>
  Object.entries(actorNames).map(([letter, who]) => ({ who, meaning: actorKinds[letter as ActorKind] }));

/** Tables of the state machine, cell by cell, as the server uses them. */
export function describeTransitionTables() {
  return Object.fromEntries(
    transitionTableNames.map((name) => {
      const { actions } = caseTransitionTables[name];
      const rows = Object.entries(transitionRowsOf(name));
      return [
        name,
        {
          actions,
          rows: rows.map(([state, row]) => ({
            state,
            facts: actionFactsOf(name, state),
            cells: actions.flatMap((action) => {
              const cell = row[action];
              return cell ? [{ action, to: cell.to, who: cell.who.map((letter) => actorNames[letter]) }] : [];
            }),
          })),
        },
      ];
    }),
  );
}

function actionFactsOf(table: TransitionTableName, state: string): readonly string[] {
  const isFinished = table !== "FUNERAL_CASE" && isLinkState(state) && bucketOfLinkState(state) === "finished";
  return [
    ...(isFinished ? ["finished list"] : []),
    ...(table !== "FUNERAL_TOUR_CASE" && finalCaseStates.has(state) ? ["final"] : []),
    ...(loadedLinkStates.has(state) ? ["loaded"] : []),
  ];
}

/** Fields that each action reads, and whether UNDO takes it back. */
export const describeCaseActions = () =>
  caseActions.map((action) => ({
    action,
    required: caseActionInputFields[action].required,
    optional: caseActionInputFields[action].optional,
    reason: caseActionInputFields[action].reason,
    undoable: undoableActions.has(action),
  }));
