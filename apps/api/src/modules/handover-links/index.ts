/** What the composition root asks of handover links: to correct them, and to delete them after their term. */
export { correctHandovers } from "./handover-links.service";
export { handoverLinkRetention } from "./handover-links.sql";
