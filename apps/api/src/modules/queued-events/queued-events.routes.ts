import { queuedEventOperations } from "@leitstand/contract/partners/queued-events";
import { implement } from "#platform/http/handler";
import { retryOrSkipEvent, deleteQueuedEvent, listQueuedEvents } from "./queued-events.service";

export const queuedEventRoutes = implement(queuedEventOperations, {
  getQueuedEvents: (call) => listQueuedEvents(call, call.query),
  updateQueuedEvent: (call) => retryOrSkipEvent(call, { ...call.body, id: call.params.id }),
  deleteQueuedEvent: (call) => deleteQueuedEvent(call, call.params.id),
});
