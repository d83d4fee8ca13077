import type { Tx } from "#platform/database/database";
import { sendLater } from "#platform/work/messages-out";
import { notFound } from "#platform/problem";
import {
  insertMessage,
  type MessageDraft,
  type Reader,
  selectMessage,
  selectMessages,
  updateAcknowledged,
} from "./messages.sql";

export const listMessages = selectMessages;

/** The first to acknowledge is remembered. */
export async function acknowledgeMessage(tx: Tx, reader: Reader, request: { id: string; now: Date }) {
  await updateAcknowledged(tx, reader, request);
  const message = await selectMessage(tx, reader, request.id);
  if (!message) throw notFound("critical_message", request.id);
  return message;
}

/** Shows on every desk, phone or person it is addressed to until somebody acknowledges it; answers its id. */
export async function raiseCriticalMessage(tx: Tx, draft: MessageDraft): Promise<string> {
  const { id, push_token } = await insertMessage(tx, draft);
  if (draft.device_id)
    sendLater(tx, {
      channel: "PUSH",
      // Without a token it goes to the device's open connection.
      recipient: push_token ?? draft.device_id,
      subject: draft.title,
      body: draft.body,
      purpose: draft.kind,
      data: { critical_message_id: id, case_id: draft.case_id ?? null, tour_id: draft.tour_id ?? null },
      device_id: draft.device_id,
      ...(draft.case_id ? { case_id: draft.case_id } : {}),
    });
  return id;
}
