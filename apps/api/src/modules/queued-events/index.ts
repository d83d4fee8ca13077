/** Exports of the queued-events module: queueing events for a partner, and their delivery. */
export { PartnerDelivery } from "./delivery.service";
export {
  isPartnerConnected,
  partnerEventRetentions,
  queueForPartner,
  wasPartnerAskedAboutTour,
} from "./partner-events.sql";
