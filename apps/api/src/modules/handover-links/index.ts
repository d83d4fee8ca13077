/** The composition root attaches documents, corrects what was sent, and deletes it after its term. */
export { handoverAttachments } from "./handover-attachments.service";
export { correctHandovers } from "./handover-links.service";
export { handoverLinkRetention } from "./handover-links.sql";
