import type { api } from "#shared/api/api.ts";
import type { BoardMessage } from "#live/entities.ts";

export type CriticalMessage = Awaited<ReturnType<typeof api.getCriticalMessages>>[number];

/** Unread messages first, then read ones; each the newest first. */
export function splitMessagesByRead(messages: readonly CriticalMessage[]): {
  unread: CriticalMessage[];
  read: CriticalMessage[];
} {
  const newest = messages.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  return { unread: newest.filter((message) => !message.acknowledged), read: newest.filter((m) => m.acknowledged) };
}

/** Sent message. One request to several devices makes several messages, shown as one with how many have read it. */
export interface SentMessage {
  readonly message: CriticalMessage;
  readonly copies: readonly CriticalMessage[];
  readonly read: readonly CriticalMessage[];
}
const SENT_TOGETHER_MS = 2_000;
export function groupSentCopies(messages: readonly CriticalMessage[]): SentMessage[] {
  const gathered: CriticalMessage[][] = [];
  for (const message of messages.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))) {
    const last = gathered.at(-1);
    if (last?.[0] !== undefined && isCopyOfMessage(last[0], message)) last.push(message);
    else gathered.push([message]);
  }
  return gathered.map((copies) => ({
    message: copies[0] as CriticalMessage,
    copies,
    read: copies.filter(({ acknowledged }) => acknowledged),
  }));
}

const isCopyOfMessage = (one: CriticalMessage, other: CriticalMessage) =>
  one.title === other.title &&
  one.body === other.body &&
  one.tour_id === other.tour_id &&
  one.branch_id === other.branch_id &&
  Math.abs(Date.parse(one.created_at) - Date.parse(other.created_at)) <= SENT_TOGETHER_MS;

/** Messages that have come in since the last look; at the first look none is new. */
export const messagesNewSince = (
  known: ReadonlySet<string> | undefined,
  messages: readonly CriticalMessage[],
): CriticalMessage[] => (known === undefined ? [] : messages.filter(({ id }) => !known.has(id)));

export const boardMessageOf = (message: CriticalMessage): BoardMessage => {
  const { id, kind, title, branch_id, case_id, tour_id, sent_by, created_at } = message;
  return { message_id: id, kind, title, branch_id, case_id, tour_id, sent_by, created_at };
};
