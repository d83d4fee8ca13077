/** What other modules may ask of the notes of a case, and write beside it. */
export type { FormerHandover } from "./case-notes.sql";
export { addComment, getHistory, listComments, listFormerHandovers, noteAction } from "./case-notes.service";
