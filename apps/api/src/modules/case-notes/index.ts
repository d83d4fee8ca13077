/** Exports of the case-notes module: reading the notes of a case, and adding to them. */
export type { FormerHandover } from "./case-notes.sql";
export {
  addCaseComment,
  listCaseHistory,
  listCaseComments,
  listFormerHandovers,
  addCaseActionNote,
} from "./case-notes.service";
