/** What other modules may ask of the notes of a case, and write beside it. */
export { addComment, getHistory, listComments, noteAction } from "./case-notes.service";
