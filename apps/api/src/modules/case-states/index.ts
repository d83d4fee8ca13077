/** The face of the case's state machine: decisions, offered actions, tour rules, and the snapshots they judge. */
export { actionsFor, type AvailableActions } from "./available-actions";
export { historyAfter, snapshotAfter, type Written } from "./case-after";
export type {
  CaseAfter,
  CaseChange,
  CaseCommand,
  Decision,
  HistoryRow,
  LinkChange,
  Notice,
  Refusal,
  TimerChange,
  TimerKind,
  Warning,
} from "./case-decision";
export { type Asker } from "./case-request";
export {
  type Actor,
  type Before,
  type CaseData,
  type CaseFacts,
  type CaseSnapshot,
  type DispatchSettings,
  defaultDispatchSettings,
  type HistoryFacts,
  type LinkColumns,
  type LinkFacts,
  type StartedSubState,
  type TourFacts,
  type TourStatus,
} from "./case-snapshot";
export { decide } from "./case-state";
export {
  decideSubState,
  decideTourFinish,
  decideTourStart,
  type TourDecision,
  type TourState,
  unassignAtTourFinish,
} from "./tour-rules";
export {
  actorFor,
  type Caller,
  type Crew,
  type LoadedCase,
  loadCase,
  loadForDecision,
  loadForTour,
  offer,
  offerActions,
} from "./case-snapshots.service";
