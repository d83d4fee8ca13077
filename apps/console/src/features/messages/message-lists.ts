import type { api } from "#shared/api/api.ts";
import type { BoardMessage } from "#live/entities.ts";

export type Message = Awaited<ReturnType<typeof api.getCriticalMessages>>[number];

/** Unread messages first, then read ones; each the newest first. */
export function arrangeMessages(messages: readonly Message[]): { unread: Message[]; read: Message[] } {
  const newest = messages.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
  return { unread: newest.filter((message) => !message.acknowledged), read: newest.filter((m) => m.acknowledged) };
}

/** Sent message. One request to several devices makes several messages, shown as one with how many have read it. */
export interface SentMessage {
  readonly message: Message;
  readonly copies: readonly Message[];
  readonly read: readonly Message[];
}
const TOGETHER_MS = 2_000;
export function gatherSent(messages: readonly Message[]): SentMessage[] {
  const gathered: Message[][] = [];
  for (const message of messages.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))) {
    const last = gathered.at(-1);
    if (last?.[0] !== undefined && isCopy(last[0], message)) last.push(message);
    else gathered.push([message]);
  }
  return gathered.map((copies) => ({
    message: copies[0] as Message,
    copies,
    read: copies.filter(({ acknowledged }) => acknowledged),
  }));
}

const isCopy = (one: Message, other: Message) =>
  one.title === other.title &&
  one.body === other.body &&
  one.tour_id === other.tour_id &&
  one.branch_id === other.branch_id &&
  Math.abs(Date.parse(one.created_at) - Date.parse(other.created_at)) <= TOGETHER_MS;

/** Messages that have come in since the last look; at the first look none is new. */
export const newSince = (known: ReadonlySet<string> | undefined, messages: readonly Message[]): Message[] =>
  known === undefined ? [] : messages.filter(({ id }) => !known.has(id));

export const boardMessageOf = (message: Message): BoardMessage => {
  const { id, kind, title, branch_id, case_id, tour_id, sent_by, created_at } = message;
  return { message_id: id, kind, title, branch_id, case_id, tour_id, sent_by, created_at };
};
