/** The face of the case's state machine: decisions, offered actions, tour rules, and the snapshots they judge. */
export type { AvailableActions } from "./available-actions";
export { historyAfter, snapshotAfter, type Written } from "./case-after";
export type { CaseChange, CaseCommand, LinkChange, Notice, Refusal, TimerKind } from "./case-decision";
export { defaultDispatchSettings, type LinkFacts, type StartedSubState } from "./case-snapshot";
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
export { decide } from "./case-state";
export { judgeTours } from "./tour-judgements.service";
export { decideSubState, decideTourFinish, decideTourStart, unassignAtTourFinish } from "./tour-rules";
