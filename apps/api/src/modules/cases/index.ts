/** Exports of the cases module: answers, summaries for events, and what follows from a change of their data. */
export { offerActions } from "./case-actions.service";
export { jobKeyOf, jobKindOf, type TimerPayload } from "./case-timer";
export { createFollowUp, type AppliedChange, writeCaseChange } from "./case-record.service";
export { changeByPartner, isApprovedOnArrival } from "./partner-changes.service";
export { type PartnerData, partnerFields } from "./partner-data";
export { completeTodo } from "./case-todos.service";
export { createCase, forgetTour } from "./cases.service";
export {
  announceCase,
  answerAgain,
  answersFor,
  answerWithCase,
  getCaseAnswer,
  getCaseNews,
  lockCase,
  type Reader,
  restrictedIn,
} from "./case-reader.service";
export { type LinkPlace, placeLinks } from "./link-places.sql";
export { changeTimeWindow } from "./changes/time-window.service";
export { spellingsOf, wordsOf } from "./case-text";
