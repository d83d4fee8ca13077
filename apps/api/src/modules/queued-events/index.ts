/** What other modules tell a partner, and who delivers it. */
export { PartnerDelivery } from "./delivery.service";
export {
  isPartnerConnected,
  partnerEventRetentions,
  queueForPartner,
  wasAskedAboutTour,
} from "./partner-events.sql";
