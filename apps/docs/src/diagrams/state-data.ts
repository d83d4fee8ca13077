import actionFacts from "@site/generated/actions.json";
import actorFacts from "@site/generated/actors.json";
import diagramFacts from "@site/generated/state-diagrams.json";
import tableFacts from "@site/generated/transitions.json";
import type { drawStateDiagrams } from "../../steps/diagrams/state-diagrams";
import type { describeCaseActions, listActorKinds, describeTransitionTables } from "../contract/contract-states";

const stateDiagrams = diagramFacts as ReturnType<typeof drawStateDiagrams>;
const transitionTables = tableFacts as ReturnType<typeof describeTransitionTables>;
const describedActions = actionFacts as ReturnType<typeof describeCaseActions>;
export const actorMeanings = actorFacts as ReturnType<typeof listActorKinds>;

export type StateDiagramData = (typeof stateDiagrams)[string];
export type TransitionTableData = (typeof transitionTables)[string];

/** A state machine of the contract, as a drawing and as a table. */
export function readStateMachine(name: string): {
  readonly diagram: StateDiagramData;
  readonly table: TransitionTableData;
} {
  const [diagram, table] = [stateDiagrams[name], transitionTables[name]];
  if (diagram === undefined || table === undefined) throw new Error(`There is no table ${name}.`);
  return { diagram, table };
}

/** Machines that have an action, in the order of the page. */
export const stateMachinesWithAction = (action: string) =>
  Object.keys(transitionTables).filter((name) =>
    transitionTables[name]?.rows.some(({ cells }) => cells.some((cell) => cell.action === action)),
  );

/** Facts about an action in a machine: who may take it, which fields it reads, and whether it can be undone. */
export function factsOfAction(table: TransitionTableData, action: string) {
  const who = new Set(
    table.rows.flatMap(({ cells }) => cells.filter((cell) => cell.action === action).flatMap((cell) => cell.who)),
  );
  const facts = describedActions.find((entry) => entry.action === action);
  if (facts === undefined) throw new Error(`The contract has no action ${action}.`);
  return {
    who: [...who],
    needs: [...(facts.reason ? ["reason"] : []), ...facts.required],
    reads: facts.optional,
    isUndoable: facts.undoable,
  };
}
