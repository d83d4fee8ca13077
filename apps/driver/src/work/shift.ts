import { createResettableStore, registerMemoryReset } from "./memory.ts";
import type { Case } from "@leitstand/contract/cases/case";
import { removeSentRows, updateVersionsOfPlannedRows } from "#outbox/drain.ts";
import { deleteSentPhotos, deleteSentPhotosOfCases } from "#photos/write-photo.ts";
import { readOutboxEntries } from "#outbox/write.ts";
import { unsealValue, type SealedData, sealValue } from "#vault/seal.ts";
import { api, clockOffset } from "./api.ts";
import { tourWindowOnPhone } from "./term/day-window.ts";
import { deleteDraftsExcept, shiftDraftId } from "./drafts.ts";
import { unlockedCacheKey, phoneCompany, driverDb, requireDeviceKey } from "./phone.ts";
import { purgeTimeOf } from "./term/purge-time.ts";
import type { DriverMessage, ShiftState, DriverTour } from "./shown-shift.ts";
import { createStaleReadGuard } from "./overlap/read-order.ts";
import { undoableStep } from "./undoable-step.ts";

const emptyShift: ShiftState = { isKnown: false, tours: [], cases: [], entries: [], messages: [] };
export const shiftStore = createResettableStore<ShiftState>(emptyShift);
export const clearShiftStore = () => shiftStore.set(emptyShift);

/** Turns of readings of the fetched shift, of messages, and of the outbox. */
const readOrders = { shift: createStaleReadGuard(), messages: createStaleReadGuard(), outbox: createStaleReadGuard() };

/** Reads the stored shift, so that work continues without network. */
export async function loadStoredShift() {
  const key = unlockedCacheKey.get();
  if (!key) return;
  const turn = { shift: readOrders.shift.begin(), messages: readOrders.messages.begin() };
  // Read together: a tour without the break that was begun since would look like work.
  const [storedTours, storedCases, storedMessages, newestEntries] = await Promise.all([
    driverDb.tours.toArray(),
    driverDb.cases.toArray(),
    driverDb.messages.toArray(),
    readNewestEntries(),
  ]);
  const tours = await decryptAll<DriverTour>(key, storedTours);
  const cases = await decryptAll<Case>(key, storedCases);
  const messages = newestFirst(await decryptAll<DriverMessage>(key, storedMessages));
  // Locked or wiped in the meantime: no data may stay.
  if (unlockedCacheKey.get() !== key) return;
  const shown = shiftStore.get();
  shiftStore.set({
    ...shown,
    ...(readOrders.shift.show(turn.shift) && { tours, cases }),
    ...(readOrders.messages.show(turn.messages) && { messages: withoutAcknowledged(messages) }),
    entries: newestEntries(),
    // A shift counts as known even when the answer has no tour.
    isKnown: shown.isKnown || tours.length > 0,
  });
}

const decryptAll = <T>(key: CryptoKey, rows: readonly { readonly content: SealedData }[]) =>
  Promise.all(rows.map(({ content }) => unsealValue<T>(key, content)));
const newestFirst = (messages: readonly DriverMessage[]) =>
  messages.toSorted((a, b) => b.created_at.localeCompare(a.created_at));

export async function loadOutboxIntoShiftStore() {
  const key = unlockedCacheKey.get();
  if (!key) return;
  const newestEntries = await readNewestEntries();
  if (unlockedCacheKey.get() === key) shiftStore.set({ ...shiftStore.get(), entries: newestEntries() });
}

/** Reads the outbox; the result gives the entries to show: those of a newer reading that was shown in the meantime. */
async function readNewestEntries(): Promise<() => ShiftState["entries"]> {
  const key = await requireDeviceKey();
  const turn = readOrders.outbox.begin();
  const stored = await readOutboxEntries(driverDb, key);
  // A time whose offset is not certain yet is shown by the one that was known last.
  const entries = stored.map((entry) => ({ ...entry, shownOffset: clockOffset.get() }));
  return () => (readOrders.outbox.show(turn) ? entries : shiftStore.get().entries);
}

/** Messages whose acknowledgement has arrived: the answer to an earlier request may still contain them. */
const acknowledgedMessages = new Set<string>();
registerMemoryReset(() => acknowledgedMessages.clear());
const withoutAcknowledged = <T extends { readonly id: string }>(messages: readonly T[]) =>
  messages.filter(({ id }) => !acknowledgedMessages.has(id));

/** Messages that the given rows acknowledge. */
async function messagesAcknowledgedBy(seqs: readonly number[]): Promise<readonly string[]> {
  if (seqs.length === 0) return [];
  const rows = new Set(seqs);
  const entries = await readOutboxEntries(driverDb, await requireDeviceKey());
  return entries.flatMap(({ seq, content }) =>
    rows.has(seq) && content.op === "acknowledgeCriticalMessage" ? [content.body.id] : [],
  );
}

/** Number of the last request for the shift, and of the newest one that was answered. */
let lastRequest = 0;
let newestAnswered = 0;

/** Sent rows that each running request, by its number, will contain. */
const sentRowsByRequest = new Map<number, ReadonlySet<number>>();

/** Whether a row was sent after the last request for the shift was made, or that request has failed. */
export const hasSentRowsNotYetFetched = async () =>
  (await sentRowKeys()).some((seq) => ![...sentRowsByRequest.values()].some((rows) => rows.has(seq)));

const sentRowKeys = () => driverDb.outbox.where("status").equals("sent").primaryKeys();

/**
 * Fetches the driver's tours and their cases; rows that had been sent before are contained in the answer, and deleted.
 * Several requests may run at once, so that a lost answer delays no other: an answer older than the newest one is
 * dropped.
 */
export async function refreshShift() {
  const key = unlockedCacheKey.get();
  if (!key) return;
  lastRequest += 1;
  const turn = lastRequest;
  try {
    const sent = await sentRowKeys();
    sentRowsByRequest.set(turn, new Set(sent));
    await fetchShift({ key, turn, sent });
  } finally {
    sentRowsByRequest.delete(turn);
  }
}

interface ShiftRequest {
  readonly key: CryptoKey;
  readonly turn: number;
  /** Rows that were sent before the request, so that its answer contains their changes. */
  readonly sent: readonly number[];
}

async function fetchShift({ key, turn, sent }: ShiftRequest) {
  const acknowledged = await messagesAcknowledgedBy(sent);
  const { tours, passedOn } = await fetchTours();
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
        purge_at: purgeTimeOf(found, tours),
        content: await sealValue(key, found),
      })),
    ),
  };
  // Locked or wiped in the meantime: no data may stay.
  const isTooLate = () => unlockedCacheKey.get() !== key || turn < newestAnswered;
  if (isTooLate()) return;
  newestAnswered = turn;
  const written = readOrders.shift.begin();
  const ids = cases.map(({ id }) => id);
  const known = [...ids, ...passedOn, ...casesToUndo(tours)];
  for (const id of acknowledged) acknowledgedMessages.add(id);
  const changed = [driverDb.tours, driverDb.cases, driverDb.messages, driverDb.outbox, driverDb.photos];
  await driverDb.transaction("rw", changed, async () => {
    await Promise.all([driverDb.tours.clear(), driverDb.cases.clear(), deleteSentPhotos(driverDb, known)]);
    await Promise.all([
      driverDb.tours.bulkPut(rows.tours),
      driverDb.cases.bulkPut(rows.cases),
      driverDb.messages.bulkDelete([...acknowledged]),
      removeSentRows(driverDb, sent),
    ]);
    await updateVersionsOfPlannedRows(driverDb, cases);
  });
  await deleteDraftsExcept([...known, ...tour_ids.map(shiftDraftId)]);
  const newestEntries = await readNewestEntries();
  if (isTooLate()) return;
  readOrders.shift.show(written);
  const entries = newestEntries();
  const messages = withoutAcknowledged(shiftStore.get().messages);
  shiftStore.set({ messages, isKnown: true, tours, cases, entries });
  await confirmReceipts(cases, tour_ids);
}

/**
 * Tours as the phone stores them, with their open cases alone; and the cases that they have passed on, which this crew
 * may still take back.
 */
async function fetchTours() {
  const zone = phoneCompany.get()?.timezone ?? "UTC";
  const window = tourWindowOnPhone(serverTimeOnPhone(), zone);
  const answer = await api.getTours({
    statuses: ["STARTED", "SCHEDULED"],
    size: 50,
    include_all_cases: true,
    ...window,
  });
  const tours = answer.tours.map(
    ({ finished_cases: _finished, unassigned_cases: _unassigned, forwarded_cases: _forwarded, ...tour }) => tour,
  );
  const passedOn = answer.tours.flatMap(({ forwarded_cases = [] }) => forwarded_cases.map(({ id }) => id));
  return { tours, passedOn };
}

/** Case that was passed on last, for as long as one tap brings it back to the running tour. */
function casesToUndo(tours: readonly DriverTour[]): readonly string[] {
  const last = undoableStep.get();
  return last?.action === "FORWARD" && tours.some(({ status }) => status === "STARTED") ? [last.case_id] : [];
}

const RECEIPTS_PER_REQUEST = 100;

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
  if (receipts.length > 0) await api.confirmReceipt({ receipts: receipts.slice(0, RECEIPTS_PER_REQUEST) });
}

/** Time by the server's clock; before its first answer, as it was last known on this phone. */
const serverTimeOnPhone = () => Date.now() + (clockOffset.get() ?? 0);

/** Deletes cases whose time on the phone is over, even while it is locked. */
export async function purgeDueCases() {
  const due = await driverDb.cases.where("purge_at").belowOrEqual(serverTimeOnPhone()).primaryKeys();
  if (due.length === 0) return;
  await driverDb.transaction("rw", [driverDb.cases, driverDb.drafts, driverDb.photos], async () => {
    await Promise.all([
      driverDb.cases.bulkDelete(due),
      driverDb.drafts.bulkDelete(due),
      deleteSentPhotosOfCases(driverDb, due),
    ]);
  });
  await loadStoredShift();
}

/** Fetches unread messages, so that they can be read without network, too. */
export async function refreshMessages() {
  const key = unlockedCacheKey.get();
  if (!key) return;
  const messages = await api.getCriticalMessages({ acknowledged: false, sent: false });
  const rows = await Promise.all(
    messages.map(async (message) => ({ id: message.id, content: await sealValue(key, message) })),
  );
  if (unlockedCacheKey.get() !== key) return;
  const written = readOrders.messages.begin();
  await driverDb.transaction("rw", driverDb.messages, async () => {
    await driverDb.messages.clear();
    await driverDb.messages.bulkPut(withoutAcknowledged(rows));
  });
  if (unlockedCacheKey.get() !== key) return;
  readOrders.messages.show(written);
  shiftStore.set({ ...shiftStore.get(), messages: withoutAcknowledged(messages) });
}
