/** Exports of the case-notes module: reading the notes of a case, and adding to them. */
export type { FormerHandover } from "./case-notes.sql";
export { addComment, getHistory, listComments, listFormerHandovers, addActionNote } from "./case-notes.service";
