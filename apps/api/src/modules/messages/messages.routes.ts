import { messageOperations } from "@leitstand/contract/board/messages";
import { type HandlerCall, implementOperations } from "#platform/http/handler";
import { acknowledgeCriticalMessageOnce, listCriticalMessages } from "./messages.service";
import { sendDispatcherMessage } from "./sent-messages.service";

const messageReaderOf = ({ scope, principal }: Pick<HandlerCall, "scope" | "principal">) => ({
  scope,
  user_id: principal.user_id,
  device_id: principal.device_id,
});

export const criticalMessageRoutes = implementOperations(messageOperations, {
  getCriticalMessages: (call) => listCriticalMessages(call.tx, messageReaderOf(call), call.query),
  createCriticalMessage: ({ tx, scope, principal, body }) => sendDispatcherMessage(tx, { scope, principal }, body),
  acknowledgeCriticalMessage: (call) =>
    acknowledgeCriticalMessageOnce(call, messageReaderOf(call), { ...call.body, id: call.params.id }),
});
