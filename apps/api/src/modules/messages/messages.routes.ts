import { messageOperations } from "@leitstand/contract/board/messages";
import { type HandlerCall, implementOperations } from "#platform/http/handler";
import { acknowledgeMessage, listMessages } from "./messages.service";
import { sendMessage } from "./sent-messages.service";

const messageReaderOf = ({ scope, principal }: Pick<HandlerCall, "scope" | "principal">) => ({
  scope,
  user_id: principal.user_id,
  device_id: principal.device_id,
});

export const messageRoutes = implementOperations(messageOperations, {
  getCriticalMessages: (call) => listMessages(call.tx, messageReaderOf(call), call.query),
  createCriticalMessage: ({ tx, scope, principal, body }) => sendMessage(tx, { scope, principal }, body),
  acknowledgeCriticalMessage: (call) =>
    acknowledgeMessage(call, messageReaderOf(call), { ...call.body, id: call.params.id }),
});
