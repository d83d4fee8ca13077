/** Decisions about rows that the server refused. */
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import { ApiProblem } from "@leitstand/client/problem";
import { isCasePhoto } from "#photos/photo-row.ts";
import {
  isOutboxChainOfCase,
  outboxChainOfCase,
  idOfTourStartedBy,
  type OutboxContent,
  type OutboxEntry,
} from "#outbox/outbox-row.ts";
import { deletePhotos } from "#photos/write-photo.ts";
import { notesOfRefusedEntries, stepsLeftWithoutStart } from "#outbox/resolve.ts";
import type { CaseAddressesSeen } from "#outbox/seen-places.ts";
import { outboxRowOf, readAddressesSeenAtRow } from "#outbox/write.ts";
import { writeWithOneRetry } from "#storage/write-safely.ts";
import { sealValue } from "#vault/seal.ts";
import { api } from "./api.ts";
import { plannedStartContent } from "./begin-shift.ts";
import { driverDb, requireDeviceKey, phoneSecrets } from "./phone.ts";
import { sendOutboxNow } from "./sending.ts";
import { loadPhotosIntoStore } from "./photo-store.ts";
import { loadOutboxIntoShiftStore, shiftStore } from "./shift.ts";
import { onlyVehicleIdOf } from "./shown-shift.ts";

/** Fetches the case; undefined when this crew may no longer see it. Throws without network. */
export async function fetchCaseOrStub(id: string): Promise<Case | CaseStub | undefined> {
  try {
    return await api.getCase({ id });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Ends a chain: its steps stay with the case as notes, with their times. Each note takes the place of its row in one
 * transaction, so that a second decision on the same rows, or the end of the app, leaves one of each.
 */
export async function resolveEntriesAsNotes(
  entries: readonly OutboxEntry[],
  textOf: (content: OutboxContent) => string,
) {
  const options = {
    db: driverDb,
    deviceKey: await requireDeviceKey(),
    user_id: phoneSecrets.get()?.user?.id ?? "",
    seen: 0,
  };
  const notes = await Promise.all(
    notesOfRefusedEntries(entries, textOf).map(async ({ note, entry: { seq, at, offset } }) => {
      return { seq, row: await outboxRowOf(note, { ...options, at, offset }) };
    }),
  );
  const seqs = entries.map(({ seq }) => seq);
  await writeWithOneRetry(driverDb, () =>
    driverDb.transaction("rw", [driverDb.outbox, driverDb.photos, driverDb.pictures], async () => {
      const undecided = await driverDb.outbox.where("seq").anyOf(seqs).primaryKeys();
      await driverDb.outbox.bulkAdd(notes.filter(({ seq }) => undecided.includes(seq)).map(({ row }) => row));
      await driverDb.outbox.bulkDelete(seqs);
      await holdStepsWithoutStart(entries);
      await deletePhotos(driverDb, await photosOfChecks(entries));
    }),
  );
  await Promise.all([loadOutboxIntoShiftStore(), loadPhotosIntoStore()]);
  void sendOutboxNow();
}

/** Holds the steps that have waited for a start which is given up, so that the driver decides on them, too. */
async function holdStepsWithoutStart(dropped: readonly OutboxEntry[]) {
  const rows = await driverDb.outbox.filter(({ needs }) => needs !== null).toArray();
  for (const { seq, refusal } of stepsLeftWithoutStart(rows, dropped, shiftStore.get().tours))
    await driverDb.outbox.update(seq, { status: "held", refusal });
}

/** Photos of refused vehicle checks: without the check that names them they cannot be sent. */
async function photosOfChecks(entries: readonly OutboxEntry[]): Promise<string[]> {
  const named = new Set(entries.map(({ action_id }) => action_id));
  const orphans = driverDb.photos.filter((photo) => !isCasePhoto(photo) && named.has(photo.announced_by ?? ""));
  return orphans.primaryKeys();
}

interface ResendOptions {
  readonly repeated: readonly OutboxEntry[];
  /** Version that was shown. */
  readonly seen: number;
  readonly textOf: (content: OutboxContent) => string;
}

/**
 * Sends the same steps on the newest version, each under a new id and with its original time; rows that have waited for
 * one of them wait for its new id. Steps that the case no longer allows stay with it as notes.
 */
export async function resendEntries(entries: readonly OutboxEntry[], { repeated, seen, textOf }: ResendOptions) {
  const gone = entries.filter((entry) => !repeated.includes(entry));
  if (gone.length > 0) await resolveEntriesAsNotes(gone, textOf);
  const asPlanned = await contentOfStartAsPlannedNow(repeated);
  await driverDb.transaction("rw", driverDb.outbox, async () => {
    for (const entry of await joinShiftStarts(repeated)) {
      const { seq, action_id: before } = entry;
      // A row with another id was decided on meanwhile, and may have been sent since.
      if ((await driverDb.outbox.get(seq))?.action_id !== before) continue;
      const action_id = crypto.randomUUID();
      const content = asPlanned !== undefined && idOfTourStartedBy(entry) !== undefined ? { content: asPlanned } : {};
      await driverDb.outbox.update(seq, {
        status: "waiting",
        refusal: null,
        frozen: null,
        action_id,
        seen,
        ...content,
      });
      await driverDb.outbox.filter(({ needs }) => needs === before).modify({ needs: action_id });
    }
  });
  await loadOutboxIntoShiftStore();
  void sendOutboxNow();
}

/**
 * Content of a start with the vehicle that is planned now, where the driver did not choose another one: the start may
 * have been refused because the plan was changed.
 */
async function contentOfStartAsPlannedNow(entries: readonly OutboxEntry[]) {
  const content = entries.findLast((entry) => idOfTourStartedBy(entry) !== undefined)?.content;
  if (content?.op !== "startTour" || content.isVehicleAsPlanned !== true) return undefined;
  const tour = shiftStore.get().tours.find(({ id }) => id === content.body.id);
  if (tour === undefined) return undefined;
  return sealValue(await requireDeviceKey(), plannedStartContent(content.body, onlyVehicleIdOf(tour)));
}

/**
 * Joins several starts of a tour, of which the server would take only one: the first keeps its time and gets the vehicle
 * that the driver has chosen last, and rows that have waited for another wait for it. Returns the entries that are left.
 */
async function joinShiftStarts(entries: readonly OutboxEntry[]): Promise<readonly OutboxEntry[]> {
  const [first, ...others] = entries.filter((entry) => idOfTourStartedBy(entry) !== undefined);
  const last = await driverDb.outbox.get(others.at(-1)?.seq ?? 0);
  if (first === undefined || last === undefined) return entries;
  await driverDb.outbox.update(first.seq, { content: last.content });
  const needed = new Set<string | null>(others.map(({ action_id }) => action_id));
  await driverDb.outbox.filter(({ needs }) => needed.has(needs)).modify({ needs: first.action_id });
  await driverDb.outbox.bulkDelete(others.map(({ seq }) => seq));
  return entries.filter((entry) => !others.includes(entry));
}

/** Places of the case at the first of these steps; undefined when none has to do with a place. */
export async function addressesSeenAtFirstStep(
  entries: readonly OutboxEntry[],
): Promise<CaseAddressesSeen | undefined> {
  const key = await requireDeviceKey();
  for (const { seq } of entries) {
    const places = await readAddressesSeenAtRow(driverDb, key, seq);
    if (places !== undefined) return places;
  }
  return undefined;
}

export const caseIdOfOutboxChain = (chain: string) =>
  isOutboxChainOfCase(chain) ? chain.slice(outboxChainOfCase("").length) : undefined;
