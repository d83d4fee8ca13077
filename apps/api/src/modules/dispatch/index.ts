/** Exports of the dispatch module: actions on cases for other endpoints, and the reactions of cases to their tours. */
export { applyCaseActionOrThrow, performCaseAction } from "./case-actions.service";
export { caseReactionsToTourChanges } from "./tour-reactions.service";
