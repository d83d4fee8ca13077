import { messageOperations } from "@leitstand/contract/board/messages";
import { type Call, implement } from "#platform/http/handler";
import { acknowledgeMessage, listMessages } from "./messages.service";
import { sendMessage } from "./sent-messages.service";

const readerOf = ({ scope, principal }: Pick<Call, "scope" | "principal">) => ({
  scope,
  user_id: principal.user_id,
  device_id: principal.device_id,
});

export const messageRoutes = implement(messageOperations, {
  getCriticalMessages: (call) => listMessages(call.tx, readerOf(call), call.query),
  createCriticalMessage: ({ tx, scope, principal, body }) => sendMessage(tx, { scope, principal }, body),
  acknowledgeCriticalMessage: (call) => acknowledgeMessage(call, readerOf(call), { ...call.body, id: call.params.id }),
});
