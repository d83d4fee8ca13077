/** Exports of the exports module: the confirmation of a handover for printing. */
export { getConfirmableHandover, createHandoverDocument, type ConfirmableHandover } from "./handover-document.service";
