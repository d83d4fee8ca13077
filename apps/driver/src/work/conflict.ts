import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import { ApiProblem } from "@leitstand/client/problem";
import { isOfCase } from "#photos/photo-row.ts";
import { caseChain, type OutboxContent, type OutboxEntry } from "#outbox/outbox-row.ts";
import { dropPhotos } from "#photos/write-photo.ts";
import { lateEntriesOf } from "#outbox/resolve.ts";
import type { SeenPlaces } from "#outbox/seen-places.ts";
import { readPlaces, writeDown } from "#outbox/write.ts";
import { api } from "./api.ts";
import { db, deviceKey, secrets } from "./phone.ts";
import { sendNow } from "./sending.ts";
import { readPhotos } from "./photo-store.ts";
import { readOutbox } from "./shift.ts";

/** Decisions about rows that the server refused. */

/** Fetches the case; undefined when this crew may no longer see it. Throws without network. */
export async function lookUp(id: string): Promise<Case | CaseStub | undefined> {
  try {
    return await api.getCase({ id });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Ends a chain: its steps stay with the case as notes, with their times. Notes are written before rows are deleted: if
 * the app ends in between they exist twice rather than never.
 */
export async function keepAsNotes(entries: readonly OutboxEntry[], textOf: (content: OutboxContent) => string) {
  const options = { db, deviceKey: await deviceKey(), user_id: secrets.get()?.user?.id ?? "", seen: 0 };
  for (const { note, entry } of lateEntriesOf(entries, textOf))
    await writeDown(note, { ...options, at: entry.at, offset: entry.offset });
  await db.transaction("rw", [db.outbox, db.photos, db.pictures], async () => {
    await db.outbox.bulkDelete(entries.map(({ seq }) => seq));
    await dropPhotos(db, await photosOfChecks(entries));
  });
  await Promise.all([readOutbox(), readPhotos()]);
  void sendNow();
}

/** Photos of refused vehicle checks: without the check that names them they cannot be sent. */
async function photosOfChecks(entries: readonly OutboxEntry[]): Promise<string[]> {
  const named = new Set(entries.map(({ action_id }) => action_id));
  const orphans = db.photos.filter((photo) => !isOfCase(photo) && named.has(photo.announced_by ?? ""));
  return orphans.primaryKeys();
}

interface AgainOptions {
  readonly repeated: readonly OutboxEntry[];
  /** Version that was shown. */
  readonly seen: number;
  readonly textOf: (content: OutboxContent) => string;
}

/**
 * Sends the same steps on the newest version, each under a new id and with its original time. Steps that the case no
 * longer allows stay with it as notes.
 */
export async function sendAgain(entries: readonly OutboxEntry[], { repeated, seen, textOf }: AgainOptions) {
  const gone = entries.filter((entry) => !repeated.includes(entry));
  if (gone.length > 0) await keepAsNotes(gone, textOf);
  await db.transaction("rw", db.outbox, async () => {
    for (const { seq } of repeated)
      await db.outbox.update(seq, {
        status: "waiting",
        refusal: null,
        frozen: null,
        action_id: crypto.randomUUID(),
        seen,
      });
  });
  await readOutbox();
  void sendNow();
}

/** Places of the case at the first of these steps; undefined when none has to do with a place. */
export async function placesBefore(entries: readonly OutboxEntry[]): Promise<SeenPlaces | undefined> {
  const key = await deviceKey();
  for (const { seq } of entries) {
    const places = await readPlaces(db, key, seq);
    if (places !== undefined) return places;
  }
  return undefined;
}

export const entriesOfChain = (entries: readonly OutboxEntry[], chain: string) =>
  entries.filter((entry) => entry.chain === chain && (entry.status === "refused" || entry.status === "held"));

export const caseIdOf = (chain: string) =>
  chain.startsWith(caseChain("")) ? chain.slice(caseChain("").length) : undefined;
