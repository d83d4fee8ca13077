/** Meaning of the states and actions of `case-transitions.ts`: buckets, ends, undoable moves, loads on board. */
import {
  type CaseAction,
  type CaseState,
  caseLevelActions,
  caseTransitionTables,
  type TransitionCell,
  funeralLinkStates,
  type LinkBucket,
  type LinkState,
  type RoadsideState,
  roadsideStates,
  type TransitionRow,
  type TransitionTableName,
} from "./case-transitions";

export type CaseType = "FUNERAL" | "ROADSIDE";

/** Actions that UNDO takes back, one step at a time. */
export const undoableActions: ReadonlySet<string> = new Set<CaseAction>([
  "ACCEPT",
  "START",
  "ON_THE_WAY",
  "ARRIVE",
  "LOAD",
  "TO_TOWING_DESTINATION",
  "AT_TOWING_DESTINATION",
  "POSTPONE",
  "DELIVER",
  "FINISH",
  "DONE",
  "CANCEL",
]);
/** Actions that move a case between tours; UNDO never crosses one. */
export const actionsBlockingUndo: ReadonlySet<string> = new Set<CaseAction>([
  "ASSIGN",
  "UNASSIGN",
  "REJECT",
  "FORWARD",
  "FORWARD_ROLLBACK",
]);
/** Actions refused while cargo or a vehicle is on board: the custody chain needs DELIVER, FINISH or UNDO. */
export const actionsRefusedWhileLoaded: ReadonlySet<CaseAction> = new Set<CaseAction>([
  "CANCEL",
  "UNASSIGN",
  "FORWARD",
  "POSTPONE",
]);
export const loadedLinkStates: ReadonlySet<string> = new Set<LinkState>(["LOADED", "toDestination", "atDestination"]);
/** States of a link in which its tour cannot end. */
export const activeLinkStates: ReadonlySet<string> = new Set<LinkState>([
  "STARTED",
  "ARRIVED",
  "LOADED",
  "onTheWay",
  "arrived",
  "toDestination",
  "atDestination",
]);
export const finishedLinkStates: ReadonlySet<string> = new Set<LinkState>([
  "DELIVERED",
  "DONE",
  "FINISHED",
  "CANCELLED",
  "finished",
  "backoffice",
  "adActa",
  "cancelled",
]);
/** States in which a case is finalized; only UNDO, DONE and the back office still change it. */
export const finalCaseStates: ReadonlySet<string> = new Set<CaseState>([
  "DELIVERED",
  "CANCELLED",
  "finished",
  "backoffice",
  "adActa",
  "cancelled",
]);

/** The list of the tour that a link in this state belongs to, unless it was closed by UNASSIGN, REJECT or FORWARD. */
export const bucketOfLinkState = (state: LinkState): LinkBucket =>
  finishedLinkStates.has(state) ? "finished" : "open";
export const roadsideCaseStatusOf = (state: CaseState): "open" | "finished" =>
  finalCaseStates.has(state) ? "finished" : "open";

const roadsideStateNames: ReadonlySet<string> = new Set(roadsideStates);
/** Whether a state belongs to the roadside table; funeral states have other names. */
export const isRoadsideState = (state: string): state is RoadsideState => roadsideStateNames.has(state);

const linkStateNames: ReadonlySet<string> = new Set<LinkState>([
  ...funeralLinkStates,
  ...roadsideStates.filter((state) => state !== "create" && state !== "open"),
]);
/** Whether a text is a state of a link; positions without a link, and `PREV`, are not. */
export const isLinkState = (state: string): state is LinkState => linkStateNames.has(state);

/** The rows of a table by the position that they begin at. */
export const transitionRowsOf = (table: TransitionTableName): { readonly [from: string]: TransitionRow } =>
  caseTransitionTables[table].cells;

/** The cell of a table, or undefined where the move does not exist. */
export const findTransition = (
  table: TransitionTableName,
  from: string,
  action: CaseAction,
): TransitionCell | undefined => transitionRowsOf(table)[from]?.[action];

const caseLevelNames: ReadonlySet<CaseAction> = new Set(caseLevelActions);
/** Whether the action can be asked of a case as a whole. */
export const isCaseLevelAction = (action: CaseAction) => caseLevelNames.has(action);

/** Whether cases of this type know the action at all. */
export function isActionOfCaseType(type: CaseType, action: CaseAction) {
  const actions: readonly CaseAction[] =
    caseTransitionTables[type === "FUNERAL" ? "FUNERAL_TOUR_CASE" : "ROADSIDE_ASSISTANCE"].actions;
  return actions.includes(action);
}

/** A row of a case's state history, as far as the table can judge it. */
export interface CaseHistoryStep {
  readonly tour_id: string | null;
  readonly transition: string;
  readonly old_state: string | null;
  readonly new_state: string | null;
  readonly old_case_state: string;
  readonly new_case_state: string;
  readonly undoes: string | null;
}

/**
 * Whether one history row is a step that the table knows. Funeral links are judged by link states (`-`, `~unassigned` and
 * `~forwarded` included), everything else by case states. A row that undoes another one is judged by that row instead.
 */
export function isKnownCaseHistoryStep(type: CaseType, step: CaseHistoryStep): boolean {
  if (step.undoes !== null) return step.transition === "UNDO" || step.transition === "FORWARD_ROLLBACK";
  const action = step.transition as CaseAction;
  const onLink = type === "FUNERAL" && step.tour_id !== null;
  const table: TransitionTableName =
    type === "ROADSIDE" ? "ROADSIDE_ASSISTANCE" : onLink ? "FUNERAL_TOUR_CASE" : "FUNERAL_CASE";
  const [from, target] = onLink ? [step.old_state, step.new_state] : [step.old_case_state, step.new_case_state];
  const cell = findTransition(table, from ?? "-", action);
  return cell !== undefined && target !== null && (cell.to.includes(target) || cell.to.includes("PREV"));
}
