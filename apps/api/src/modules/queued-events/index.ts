/** Exports of the queued-events module: queueing events for a partner, and their delivery. */
export { PartnerEventDelivery } from "./delivery.service";
export { deleteQueuedEventsOfConnector } from "./queued-events.service";
export {
  isPartnerConnected,
  partnerEventRetentions,
  queueEventForPartner,
  wasTourCallbackRequested,
} from "./partner-events.sql";
