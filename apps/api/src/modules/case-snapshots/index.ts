/** Reads the facts that the rules of cases judge, locks them for a decision, and offers the possible actions. */
export { resolveActorForCaller, type ActionCaller } from "./caller-role.service";
export type { TourWithCrew, LoadedCaseSnapshot } from "./snapshot-assembly.service";
export { lockCases } from "./case-snapshots.sql";
export { loadCaseSnapshotAsTimer, lockAndLoadForDecision, lockAndLoadCaseSnapshots } from "./snapshot-loader.service";
export { offerActionsForCase, listOfferedActions } from "./offered-actions.service";
export { listViolationsByTour } from "./tour-violations.service";
