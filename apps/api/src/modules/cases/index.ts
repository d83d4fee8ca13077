/** What other modules may ask of cases: answers, news of them, and what follows from a change of their data. */
export { columnsOf } from "./case-columns";
export { offerActions } from "./case-actions.service";
export { createCase } from "./cases.service";
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
