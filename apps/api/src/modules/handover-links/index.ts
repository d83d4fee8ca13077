/** Exports for the composition root: attaching documents, sending corrections, and deleting links after their term. */
export { handoverAttachmentMakers } from "./handover-attachments.service";
export { sendDueHandoverCorrections } from "./handover-links.service";
export { handoverLinkRetention } from "./handover-links.sql";
