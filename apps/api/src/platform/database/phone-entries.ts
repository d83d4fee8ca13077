import { createHash } from "node:crypto";
import { refuseFutureTime } from "../clock";
import { problem } from "../problem";
import { sortFieldsDeeply } from "../sorted";
import type { Tx } from "./database";
import { sql } from "./sql";

/** Entry of a phone: an action done perhaps hours ago, and sent perhaps for the second time. */
export interface PhoneEntry {
  readonly client_id?: string | undefined;
  readonly occurred_at?: string | undefined;
}
export interface PhoneEntryContext {
  readonly tx: Tx;
  /** User or device that sends the phone's entry. */
  readonly principal: { readonly user_id: string | null; readonly device_id: string | null };
  readonly now: Date;
}
/** Work of an entry: `first` does it and tells the id of its object, `again` answers a repetition. */
export interface PhoneEntryHandlers<T> {
  /** Operation of the phone's entry, and the id of its object. */
  readonly of: string;
  readonly first: () => Promise<{ readonly id: string; readonly answer: T }>;
  readonly again: (id: string) => Promise<T>;
}

/**
 * Carries out a phone's entry once, however often it is sent. Unlike an `Idempotency-Key`, a `client_id` is known for
 * ever, in whichever session it is sent again. Two requests with one entry wait here for each other.
 */
export async function processPhoneEntryOnce<T>(
  { tx, principal, now }: PhoneEntryContext,
  entry: PhoneEntry,
  work: PhoneEntryHandlers<T>,
): Promise<T> {
  const { client_id, occurred_at } = entry;
  if (occurred_at !== undefined) refuseFutureTime("occurred_at", occurred_at, now);
  if (client_id === undefined) return (await work.first()).answer;
  const fingerprint = entryFingerprint(principal, entry, work.of);
  const isNew = await insertEntry(tx, { client_id, occurred_at, fingerprint, now });
  if (!isNew) {
    const known = possiblePhoneEntrySenders(principal).map((sender) => entryFingerprint(sender, entry, work.of));
    return work.again(await findObjectOfEntry(tx, client_id, known));
  }
  const { id, answer } = await work.first();
  await setObjectOfEntry(tx, client_id, id);
  return answer;
}

export type PhoneEntrySender = PhoneEntryContext["principal"];

/**
 * Senders that an entry may have had when it was sent for the first time: the caller, and the phone alone before the
 * driver signed in on it. A phone alone is not taken for the person who was signed in on it.
 */
export const possiblePhoneEntrySenders = ({ user_id, device_id }: PhoneEntrySender): readonly PhoneEntrySender[] => [
  { user_id, device_id },
  ...(user_id !== null && device_id !== null ? [{ user_id: null, device_id }] : []),
];

/** Hash of an entry and its sender, to recognize a repetition; fields may come in any order. */
function entryFingerprint({ user_id, device_id }: PhoneEntrySender, entry: PhoneEntry, of: string): Buffer {
  const said = JSON.stringify(sortFieldsDeeply([of, user_id, device_id, { ...entry, client_id: null }]));
  return createHash("sha256").update(said).digest();
}

interface EntryDraft extends PhoneEntry {
  readonly fingerprint: Buffer;
  readonly now: Date;
}
const insertEntry = async (tx: Tx, { client_id, occurred_at, fingerprint, now }: EntryDraft) =>
  (await tx.run(sql`
    insert into phone_entries (client_id, fingerprint, occurred_at, received_at)
    values (${client_id}, ${fingerprint}, ${occurred_at ?? null}, ${now}) on conflict do nothing`)) === 1;

async function findObjectOfEntry(tx: Tx, clientId: string, known: readonly Buffer[]): Promise<string> {
  const kept = await tx.one<{ fingerprint: Buffer; object_id: string }>(sql`
    select fingerprint, object_id from phone_entries where tenant_id = ${tx.tenantId} and client_id = ${clientId}`);
  if (!known.some((fingerprint) => kept.fingerprint.equals(fingerprint))) throw problem("IDEMPOTENCY_KEY_REUSED");
  return kept.object_id;
}

const setObjectOfEntry = (tx: Tx, clientId: string, id: string) =>
  tx.run(sql`
    update phone_entries set object_id = ${id} where tenant_id = ${tx.tenantId} and client_id = ${clientId}`);
