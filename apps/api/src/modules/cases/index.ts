/** What other modules may ask of cases: answers, news of them, and what follows from a change of their data. */
export { offerActions } from "./case-actions.service";
export { createFollowUp, type PendingChange, writeCaseChange } from "./case-record.service";
export { completeTodo } from "./case-todos.service";
export { createCase, forgetTour } from "./cases.service";
export {
  announceCase,
  answersFor,
  answerWithCase,
  getCaseNews,
  lockCase,
  type Reader,
  restrictedIn,
} from "./case-reader.service";
export { spellingsOf, wordsOf } from "./case-text";
