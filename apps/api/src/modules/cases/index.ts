/** Exports of the cases module: answers, summaries for events, and what follows from a change of their data. */
export { fillInOfferedActions } from "./case-actions.service";
export { jobKeyOfCaseTimer, jobKindOfCaseTimer, type CaseTimerJobPayload } from "./case-timer";
export { insertAndAnnounceFollowUp, type AppliedCaseChange, writeCaseChange } from "./case-record.service";
export { applyPartnerChange, isPartnerCaseAutoApproved } from "./partner-changes.service";
export { type PartnerData, partnerReportableFields } from "./partner-data";
export { setCaseTodoCompletion } from "./case-todos.service";
export { announceCasesOfMovedTour, createCase, deletePlannedTourFromCases } from "./cases.service";
export {
  announceCase,
  refreshRepeatedCaseAnswer,
  caseAnswersFor,
  listCaseAnswers,
  readCaseAnswerAfterAction,
  getCaseAnswer,
  getCaseEventSummary,
  shareLockCaseBeforeEvent,
  type CaseReader,
  mayReadRestrictedCondition,
} from "./case-reader.service";
export { type LinkPlanPosition, updateLinkPlanPositions } from "./link-places.sql";
export { changeTimeWindow } from "./changes/time-window.service";
export { caseTypeOfTenantType } from "./case-data";
export { soundalikeSpellingsOf, searchWordsOf } from "./case-text";
