import { createMemory } from "./memory.ts";
import type { Case } from "@leitstand/contract/cases/case";
import { readOffset } from "#outbox/clock-offset.ts";
import { forgetSent, showToPlanned } from "#outbox/drain.ts";
import { forgetSentPhotos } from "#photos/write-photo.ts";
import { readEntries } from "#outbox/write.ts";
import { openValue, type Sealed, sealValue } from "#vault/seal.ts";
import { api, clockOffset } from "./api.ts";
import { shiftDraft } from "./breaks.ts";
import { dayWindow } from "./term/day-window.ts";
import { forgetDrafts } from "./drafts.ts";
import { cacheKey, company, db, deviceKey } from "./phone.ts";
import { purgeAt } from "./term/purge-at.ts";
import type { Message, Shift, Tour } from "./shown-shift.ts";
import { createTurns } from "./overlap/turns.ts";

const nothing: Shift = { isKnown: false, tours: [], cases: [], entries: [], messages: [] };
export const shift = createMemory<Shift>(nothing);
export const forgetShift = () => shift.set(nothing);

/** Turns of readings of the fetched shift, of messages, and of the outbox. */
const turns = { shift: createTurns(), messages: createTurns(), outbox: createTurns() };

/** Reads the stored shift, so that work continues without network. */
export async function readShift() {
  const key = cacheKey.get();
  if (!key) return;
  const turn = { shift: turns.shift.begin(), messages: turns.messages.begin() };
  // Read together: a tour without the break that was begun since would look like work.
  const [storedTours, storedCases, storedMessages, newestEntries] = await Promise.all([
    db.tours.toArray(),
    db.cases.toArray(),
    db.messages.toArray(),
    readNewestEntries(),
  ]);
  const tours = await openAll<Tour>(key, storedTours);
  const cases = await openAll<Case>(key, storedCases);
  const messages = newestFirst(await openAll<Message>(key, storedMessages));
  // Locked or wiped in the meantime: no data may stay.
  if (cacheKey.get() !== key) return;
  const shown = shift.get();
  shift.set({
    ...shown,
    ...(turns.shift.show(turn.shift) && { tours, cases }),
    ...(turns.messages.show(turn.messages) && { messages }),
    entries: newestEntries(),
    // A shift that was fetched without a tour is known, too.
    isKnown: shown.isKnown || tours.length > 0,
  });
}

const openAll = <T>(key: CryptoKey, rows: readonly { readonly content: Sealed }[]) =>
  Promise.all(rows.map(({ content }) => openValue<T>(key, content)));
const newestFirst = (messages: readonly Message[]) =>
  messages.toSorted((a, b) => b.created_at.localeCompare(a.created_at));

export async function readOutbox() {
  const key = cacheKey.get();
  if (!key) return;
  const newestEntries = await readNewestEntries();
  if (cacheKey.get() === key) shift.set({ ...shift.get(), entries: newestEntries() });
}

/** Reads the outbox; the result gives the entries to show: those of a newer reading that was shown in the meantime. */
async function readNewestEntries(): Promise<() => Shift["entries"]> {
  const key = await deviceKey();
  const turn = turns.outbox.begin();
  const entries = await readEntries(db, key);
  return () => (turns.outbox.show(turn) ? entries : shift.get().entries);
}

/** Number of the last request for the shift, and of the newest one that was answered. */
let asked = 0;
let newest = 0;

/** Sent rows that each running request, by its number, will contain. */
const containing = new Map<number, ReadonlySet<number>>();

/** Whether a row was sent after the last request for the shift was made, or that request has failed. */
export const isSentRowUnfetched = async () =>
  (await sentRows()).some((seq) => ![...containing.values()].some((rows) => rows.has(seq)));

const sentRows = () => db.outbox.where("status").equals("sent").primaryKeys();

/**
 * Fetches the driver's tours and their cases; rows that had been sent before are contained in the answer, and deleted.
 * Several requests may run at once, so that a lost answer delays no other: an answer older than the newest one is
 * dropped.
 */
export async function refresh() {
  const key = cacheKey.get();
  if (!key) return;
  asked += 1;
  const turn = asked;
  try {
    const sent = await sentRows();
    containing.set(turn, new Set(sent));
    await fetchShift({ key, turn, sent });
  } finally {
    containing.delete(turn);
  }
}

interface ShiftRequest {
  readonly key: CryptoKey;
  readonly turn: number;
  /** Rows that were sent before the request, so that its answer contains their changes. */
  readonly sent: readonly number[];
}

async function fetchShift({ key, turn, sent }: ShiftRequest) {
  const zone = company.get()?.timezone ?? "UTC";
  const window = dayWindow(await serverNow(), zone);
  const { tours } = await api.getTours({ statuses: ["STARTED", "SCHEDULED"], size: 50, ...window });
  const tour_ids = tours.map(({ id }) => id);
  const cases = tour_ids.length === 0 ? [] : (await api.getCases({ tour_ids, size: 200 })).cases;
  const rows = {
    tours: await Promise.all(
      tours.map(async (tour) => ({
        id: tour.id,
        lock_version: tour.lock_version,
        content: await sealValue(key, tour),
      })),
    ),
    cases: await Promise.all(
      cases.map(async (found) => ({
        id: found.id,
        lock_version: found.lock_version,
        purge_at: purgeAt(found, tours),
        content: await sealValue(key, found),
      })),
    ),
  };
  // Locked or wiped in the meantime: no data may stay.
  const isTooLate = () => cacheKey.get() !== key || turn < newest;
  if (isTooLate()) return;
  newest = turn;
  const written = turns.shift.begin();
  const ids = cases.map(({ id }) => id);
  await db.transaction("rw", [db.tours, db.cases, db.outbox, db.photos], async () => {
    await Promise.all([db.tours.clear(), db.cases.clear(), forgetSentPhotos(db, ids)]);
    await Promise.all([db.tours.bulkPut(rows.tours), db.cases.bulkPut(rows.cases), forgetSent(db, sent)]);
    await showToPlanned(db, cases);
  });
  await forgetDrafts([...ids, ...tour_ids.map(shiftDraft)]);
  const newestEntries = await readNewestEntries();
  if (isTooLate()) return;
  turns.shift.show(written);
  const entries = newestEntries();
  shift.set({ ...shift.get(), isKnown: true, tours, cases, entries });
  await confirmReceipts(cases, tour_ids);
}

const RECEIPTS_MAX = 100;

/**
 * Sends receipts, so that the dispatcher sees that the crew can know of its cases; failed ones are sent after the next
 * fetch.
 */
async function confirmReceipts(cases: readonly Case[], tour_ids: readonly string[]) {
  const received_at = new Date(Date.now() + (clockOffset.get() ?? 0)).toISOString();
  const receipts = cases.flatMap(({ id, tour_case_states = [] }) =>
    tour_case_states
      .filter(
        ({ tour_id, bucket, device_received_at }) =>
          tour_ids.includes(tour_id) && bucket === "open" && device_received_at === null,
      )
      .map(({ tour_id }) => ({ case_id: id, tour_id, received_at })),
  );
  if (receipts.length > 0) await api.confirmReceipt({ receipts: receipts.slice(0, RECEIPTS_MAX) });
}

/** Time by the server's clock; before its first answer, as it was last known on this phone. */
const serverNow = async () => Date.now() + (clockOffset.get() ?? (await readOffset(db)) ?? 0);

/** Deletes cases whose time on the phone is over, even while it is locked. */
export async function purge() {
  const due = await db.cases
    .where("purge_at")
    .belowOrEqual(await serverNow())
    .primaryKeys();
  if (due.length === 0) return;
  await db.transaction("rw", [db.cases, db.drafts], async () => {
    await Promise.all([db.cases.bulkDelete(due), db.drafts.bulkDelete(due)]);
  });
  await readShift();
}

/** Fetches unread messages, so that they can be read without network, too. */
export async function refreshMessages() {
  const key = cacheKey.get();
  if (!key) return;
  const messages = await api.getCriticalMessages({ acknowledged: false, sent: false });
  const rows = await Promise.all(
    messages.map(async (message) => ({ id: message.id, content: await sealValue(key, message) })),
  );
  if (cacheKey.get() !== key) return;
  const written = turns.messages.begin();
  await db.transaction("rw", db.messages, async () => {
    await db.messages.clear();
    await db.messages.bulkPut(rows);
  });
  if (cacheKey.get() !== key) return;
  turns.messages.show(written);
  shift.set({ ...shift.get(), messages });
}
