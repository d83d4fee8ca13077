/** Exports of the cases module: answers, summaries for events, and what follows from a change of their data. */
export { fillInOfferedActions } from "./case-actions.service";
export { timerJobKey, timerJobKind, type TimerPayload } from "./case-timer";
export { insertAndAnnounceFollowUp, type AppliedChange, writeCaseChange } from "./case-record.service";
export { applyPartnerChange, isApprovedOnArrival } from "./partner-changes.service";
export { type PartnerData, partnerFields } from "./partner-data";
export { completeTodo } from "./case-todos.service";
export { createCase, deleteTourFromCases } from "./cases.service";
export {
  announceCase,
  repeatCaseAnswer,
  caseAnswersFor,
  answerWithCase,
  getCaseAnswer,
  getCaseEventSummary,
  lockCaseForAnnouncement,
  type CaseReader,
  mayReadRestrictedCondition,
} from "./case-reader.service";
export { type LinkPlanPosition, updateLinkPlanPositions } from "./link-places.sql";
export { changeTimeWindow } from "./changes/time-window.service";
export { nameSpellingsOf, searchWordsOf } from "./case-text";
