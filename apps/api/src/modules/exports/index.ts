/** What other modules may have printed. */
export { getHandover, handoverDocument, type HandoverFound } from "./handover-document.service";
