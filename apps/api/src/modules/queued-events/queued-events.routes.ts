import { queuedEventOperations } from "@leitstand/contract/partners/queued-events";
import { implementOperations } from "#platform/http/handler";
import { applyQueuedEventDecision, deleteQueuedEvent, listQueuedEvents } from "./queued-events.service";

export const queuedEventRoutes = implementOperations(queuedEventOperations, {
  getQueuedEvents: (call) => listQueuedEvents(call, call.query),
  updateQueuedEvent: (call) => applyQueuedEventDecision(call, { ...call.body, id: call.params.id }),
  deleteQueuedEvent: (call) => deleteQueuedEvent(call, call.params.id),
});
