/** Exports of the case-notes module: reading the notes of a case, and adding to them. */
export type { CaseHistoryEntry, FormerHandover } from "./case-notes.sql";
export {
  addCaseComment,
  findCaseComments,
  listCaseHistoryEntries,
  listFormerHandovers,
  addCaseActionNote,
} from "./case-notes.service";
