/** Exports of the exports module: the confirmation of a handover for printing. */
export { getHandover, handoverDocument, type HandoverFound } from "./handover-document.service";
