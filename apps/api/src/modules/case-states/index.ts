/**
 * Exports of the case's state machine: decisions, offered actions, tour rules, and the facts they judge. Pure: no I/O.
 */
export { availableActionsFor, type AvailableActions } from "./available-actions";
export { createChangeMetadata, applyChangeToCaseSnapshot, type ChangeMetadata } from "./case-after";
export type {
  AcceptedCaseAction,
  CaseCommand,
  CrewConfirmations,
  RoadsideFindings,
  ConstraintViolation,
  LinkChange,
  CaseChangeNotice,
  CaseActionRefusal,
  CaseTimerKind,
} from "./facts/case-decision";
export { alarmTimersAtTourStart, isAlarmUnanswered } from "./effects/case-timers";
export { distanceInMeters } from "./facts/case-place";
export {
  type Actor,
  type SnapshotCase,
  type CaseSnapshot,
  type DispatchSettings,
  type StoredCaseHistoryRow,
  type LinkColumns,
  type SnapshotLink,
  type SnapshotTour,
} from "./facts/case-snapshot";
export { listConstraintViolations } from "./guards/tour-constraints";
export { decideCaseAction } from "./decide";
export { labelForCaseReason } from "./reason-words";
export { decideSubStateChange, decideTourFinish, decideTourStart, decideUnassignAtTourFinish } from "./tour-rules";
export { CREW_SECONDS_AT_PLACE, CASE_SPAN_HOURS_MAX } from "./facts/case-span";
