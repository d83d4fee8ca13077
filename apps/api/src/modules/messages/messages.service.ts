import type { Tx } from "#platform/database/database";
import { announceEvent } from "#platform/events/events";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { type PhoneEntryContext, type PhoneEntry, processPhoneEntryOnce } from "#platform/database/phone-entries";
import { notFound } from "#platform/problem";
import {
  insertCriticalMessage,
  type CriticalMessageDraft,
  type CriticalMessageViewer,
  selectCriticalMessage,
  selectCriticalMessages,
  markCriticalMessageAcknowledged,
} from "./messages.sql";

export const listCriticalMessages = selectCriticalMessages;

/**
 * Acknowledges a message; the first user who does so is stored. Whose message it was is judged by the time at which it
 * was read. A repeated call changes nothing anyway; the id of the entry only identifies it.
 */
export const acknowledgeCriticalMessageOnce = (
  call: PhoneEntryContext,
  viewer: CriticalMessageViewer,
  { id, ...entry }: PhoneEntry & { id: string },
) => {
  const at = entry.occurred_at === undefined ? call.now : new Date(entry.occurred_at);
  const reader = { ...viewer, at };
  return processPhoneEntryOnce(call, entry, {
    of: `acknowledgeCriticalMessage ${id}`,
    first: async () => ({ id, answer: await acknowledgeOnce(call.tx, reader, { id, at }) }),
    again: () => getVisibleMessage(call.tx, reader, id),
  });
};

async function acknowledgeOnce(tx: Tx, reader: CriticalMessageViewer, { id, at }: { id: string; at: Date }) {
  const isFirst = (await markCriticalMessageAcknowledged(tx, reader, { id, now: at })) === 1;
  const message = await getVisibleMessage(tx, reader, id);
  if (isFirst) announceMessage(tx, message);
  return message;
}

async function getVisibleMessage(tx: Tx, reader: CriticalMessageViewer, id: string) {
  const message = await selectCriticalMessage(tx, reader, id);
  if (!message) throw notFound("critical_message", id);
  return message;
}

/**
 * Raises a message, which is shown to each dispatcher, phone or person it is addressed to until one of them
 * acknowledges it; answers its id.
 */
export async function createCriticalMessage(tx: Tx, draft: CriticalMessageDraft): Promise<string> {
  const { id, branch_id, push_token } = await insertCriticalMessage(tx, draft);
  announceMessage(tx, { ...draft, id, branch_id, acknowledged: false });
  if (draft.device_id)
    enqueueOutboxMessage(tx, {
      channel: "PUSH",
      // Where the device has no push token, the message goes to the device's open connection.
      recipient: push_token ?? draft.device_id,
      subject: draft.title,
      body: draft.push_body ?? draft.body,
      purpose: draft.kind,
      data: { critical_message_id: id, case_id: draft.case_id ?? null, tour_id: draft.tour_id ?? null },
      device_id: draft.device_id,
      ...(draft.case_id ? { case_id: draft.case_id } : {}),
    });
  return id;
}

/** Announces a message to its addressees; one without an addressee to dispatchers who reach the whole tenant. */
function announceMessage(tx: Tx, { id, branch_id, user_id, device_id, ...message }: MessageToAnnounce) {
  const { kind, title, body, tour_id = null, case_id = null, acknowledged } = message;
  const namesOf = (name: string | null | undefined) => (name ? [name] : []);
  announceEvent(tx, {
    type: "critical message",
    audience: { branch_ids: namesOf(branch_id), user_ids: namesOf(user_id), device_ids: namesOf(device_id) },
    payload: { message_id: id, kind, title, body, tour_id, case_id, acknowledged },
  });
}

type MessageToAnnounce = CriticalMessageDraft & { readonly id: string; readonly acknowledged: boolean };
