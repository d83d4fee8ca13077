import type { DeviceMessageRequest, DeviceRoboCallRequest } from "@leitstand/contract/fleet/devices";
import type { Static } from "@leitstand/contract/core/schema";
import { sendPhoneSignInCodeForDispatcher } from "#modules/auth/index";
import type { Tx } from "#platform/database/database";
import { type OutboxMessageDraft, enqueueOutboxMessage } from "#platform/background/messages-out";
import type { SharedServices } from "#platform/http/handler";
import type { Principal, Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import {
  lockPhoneNumberForMessages,
  type DeviceMessageRecipient,
  selectSentMessageAgesInSeconds,
  selectDeviceMessageRecipient,
} from "./device-messages.sql";
import { findMessageQuotaRefusal, LONGEST_MESSAGE_LIMIT_WINDOW } from "./message-quota";

export interface DeviceMessageCaller {
  readonly scope: Scope;
  readonly principal: Principal;
  readonly now: Date;
}

/** Purposes of messages that users send; alarms and codes have limits of their own. */
const messagePurposesByChannel = { SMS: "DEVICE_MESSAGE", ROBO_CALL: "DEVICE_ROBO_CALL" } as const;

export const sendSms = (
  tx: Tx,
  sender: DeviceMessageCaller,
  { id, message }: Static<typeof DeviceMessageRequest> & { id: string },
) => sendDeviceMessage(tx, sender, { device_id: id, channel: "SMS", body: message });

export const sendRoboCall = (
  tx: Tx,
  sender: DeviceMessageCaller,
  { id, message, ...speech }: Static<typeof DeviceRoboCallRequest> & { id: string },
) => sendDeviceMessage(tx, sender, { device_id: id, channel: "ROBO_CALL", body: message, data: speech });

/** Sends another sign-in code to a phone whose driver cannot sign in. */
export async function resendDeviceSignInCode(
  tx: Tx,
  services: Pick<SharedServices, "clock" | "pepper">,
  { scope, id }: { scope: Scope; id: string },
) {
  const recipient = await getMessageRecipient(tx, scope, id);
  if (recipient.disabled) throw problem("AUTH_DEVICE_DISABLED");
  const { cooldown_time } = await sendPhoneSignInCodeForDispatcher(tx, services, recipient);
  return { device_id: id, cooldown_time };
}

type DeviceMessage = Pick<OutboxMessageDraft, "body" | "data"> & {
  device_id: string;
  channel: keyof typeof messagePurposesByChannel;
};

async function sendDeviceMessage(tx: Tx, sender: DeviceMessageCaller, letter: DeviceMessage) {
  const recipient = await getMessageRecipient(tx, sender.scope, letter.device_id);
  await checkMessageQuota(tx, recipient, sender.now);
  const sent_by = sender.principal.subject_id;
  const data = { ...letter.data, sent_by };
  enqueueOutboxMessage(tx, {
    ...letter,
    data,
    recipient: recipient.phone_number,
    purpose: messagePurposesByChannel[letter.channel],
  });
  return { device_id: recipient.id, cooldown_time: recipient.cool_down_time };
}

async function getMessageRecipient(tx: Tx, scope: Scope, id: string): Promise<DeviceMessageRecipient> {
  const recipient = await selectDeviceMessageRecipient(tx, scope, id);
  if (!recipient) throw notFound("device", id);
  return recipient;
}

async function checkMessageQuota(tx: Tx, { phone_number, cool_down_time }: DeviceMessageRecipient, now: Date) {
  await lockPhoneNumberForMessages(tx, phone_number);
  const ages = await selectSentMessageAgesInSeconds(tx, {
    phone_number,
    purposes: Object.values(messagePurposesByChannel),
    now,
    within: LONGEST_MESSAGE_LIMIT_WINDOW,
  });
  const refusal = findMessageQuotaRefusal(ages, cool_down_time);
  if (!refusal) return;
  const { code, retry_after } = refusal;
  throw problem(code, code === "RATE_LIMIT_EXCEEDED" ? { policy: "message", retry_after } : { retry_after });
}
