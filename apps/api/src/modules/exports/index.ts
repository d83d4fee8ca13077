/** What other modules may have printed. */
export { getHandover, handoverDocument } from "./handover-document.service";
