import { queuedEventOperations } from "@leitstand/contract/partners/queued-events";
import { implement } from "#platform/http/handler";
import { decideEvent, deleteEvent, listEvents } from "./queued-events.service";

export const queuedEventRoutes = implement(queuedEventOperations, {
  getQueuedEvents: (call) => listEvents(call, call.query),
  updateQueuedEvent: (call) => decideEvent(call, { ...call.body, id: call.params.id }),
  deleteQueuedEvent: (call) => deleteEvent(call, call.params.id),
});
