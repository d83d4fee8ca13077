import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serverTimeOfRow } from "#outbox/outbox-row.ts";
import { aCaseWithLink, aTourCaseLink, fixtureCaseId, fixtureTourId } from "#outbox/row.fixture.ts";
import { isCasePhoto, type PhotoMetadata } from "#photos/photo-row.ts";
import { aPhoto } from "#photos/photo.fixture.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealValue } from "#vault/seal.ts";
import { api, clockOffset } from "./api.ts";
import { draftStore } from "./drafts.ts";
import { unlockedCacheKey, driverDb, requireDeviceKey, lockApp } from "./phone.ts";
import {
  clearShiftStore,
  purgeDueCases,
  loadOutboxIntoShiftStore,
  loadStoredShift,
  refreshMessages,
  refreshShift,
  shiftStore,
} from "./shift.ts";
import { undoableStep } from "./undoable-step.ts";

const storedTours = vi.fn<() => Promise<readonly unknown[]>>();
const storedRows = vi.fn<() => Promise<readonly unknown[]>>();

// Node has no IndexedDB, so each test says what is stored.
beforeEach(async () => {
  const key = await createDeviceKey();
  // The window of tests has Node's `crypto`, but not the class of its keys.
  vi.stubGlobal("CryptoKey", key.constructor);
  unlockedCacheKey.set(key);
  clearShiftStore();
  vi.spyOn(driverDb.keys, "get").mockResolvedValue({ name: "device", key } as never);
  storedTours.mockResolvedValue([]);
  storedRows.mockResolvedValue([]);
  vi.spyOn(driverDb.tours, "toArray").mockImplementation(storedTours as never);
  vi.spyOn(driverDb.meta, "get").mockResolvedValue(undefined);
  vi.spyOn(driverDb.messages, "toArray").mockResolvedValue([]);
  vi.spyOn(driverDb.cases, "toArray").mockResolvedValue([
    { id: fixtureCaseId, content: await sealValue(key, aCaseWithLink("FUNERAL", aTourCaseLink("STARTED"))) },
  ] as never);
  vi.spyOn(driverDb.outbox, "orderBy").mockReturnValue({ toArray: storedRows } as never);
  vi.spyOn(driverDb.outbox, "where").mockReturnValue({
    equals: () => ({ primaryKeys: () => Promise.resolve([]) }),
  } as never);
  vi.spyOn(driverDb, "transaction").mockResolvedValue(undefined as never);
  vi.spyOn(api, "getTours").mockResolvedValue({ tours: [] } as never);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Makes a stored table answer only when the returned function is called. */
function holdTableAnswer(table: typeof storedTours) {
  let answer: (rows: readonly unknown[]) => void = () => undefined;
  table.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  return answer;
}

it("a phone that is locked while the stored shift is read keeps no case in memory", async () => {
  const answer = holdTableAnswer(storedTours);
  const reading = loadStoredShift();
  lockApp();
  clearShiftStore();
  answer([]);
  await reading;
  expect(shiftStore.get().cases).toEqual([]);
});

it("a phone that is locked while the outbox is read keeps no step in memory", async () => {
  const answer = holdTableAnswer(storedRows);
  const reading = loadOutboxIntoShiftStore();
  lockApp();
  clearShiftStore();
  answer([await aStoredStep()]);
  await reading;
  expect(shiftStore.get().entries).toEqual([]);
});

it("a shift fetched from the server is not replaced by the stored one whose reading began earlier", async () => {
  const answer = holdTableAnswer(storedTours);
  const reading = loadStoredShift();
  await refreshShift();
  answer([]);
  await reading;
  expect(shiftStore.get()).toMatchObject({ isKnown: true, cases: [] });
});

it("a step stays on the driver's screen when an older reading of the outbox ends after a newer one", async () => {
  const answer = holdTableAnswer(storedRows);
  const reading = loadStoredShift();
  storedRows.mockResolvedValue([await aStoredStep()]);
  await loadOutboxIntoShiftStore();
  answer([]);
  await reading;
  expect(shiftStore.get().entries).toHaveLength(1);
  expect(shiftStore.get().cases).toHaveLength(1);
});

it("a shift without a tour, fetched from the server, still counts as known after the stored one is read", async () => {
  await refreshShift();
  await loadStoredShift();
  expect(shiftStore.get().isKnown).toBe(true);
});

it("a step of uncertain time is shown by the clock offset known last, which it does not get for good", async () => {
  storedRows.mockResolvedValue([{ ...(await aStoredStep()), at: 7_200_000, offset: null }]);
  clockOffset.set(-3_600_000);
  await loadOutboxIntoShiftStore();
  clockOffset.set(null);
  const { entries } = shiftStore.get();
  expect(entries.map(serverTimeOfRow)).toEqual([3_600_000]);
  expect(entries).toMatchObject([{ offset: null }]);
});

async function aStoredStep() {
  const content = { op: "receiveAction", body: { id: fixtureCaseId, tour_id: fixtureTourId, action: "ARRIVE" } };
  return { seq: 1, frozen: null, content: await sealValue(await requireDeviceKey(), content) };
}

it("a message that was read without network is not unread again when the phone fetches its shift", async () => {
  const [read, unread] = ["3f0a2f64-90f5-4b7c-8f34-0c2f1f6c9001", "3f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002"];
  const messages = [read, unread].map((id) => ({ id, created_at: "2026-03-02T08:00:00Z" })) as never;
  const content = { op: "acknowledgeCriticalMessage", body: { id: read } };
  const row = { seq: 7, status: "sent", frozen: null, content: await sealValue(await requireDeviceKey(), content) };
  storedRows.mockResolvedValueOnce([row]);
  const deleted = runTransactionOn([row.seq]);
  // The list of messages was asked for before the acknowledgement arrived, and is answered after it.
  let answer: () => void = () => undefined;
  vi.spyOn(api, "getCriticalMessages").mockReturnValue(new Promise((resolve) => (answer = () => resolve(messages))));
  shiftStore.set({ ...shiftStore.get(), messages });
  const asking = refreshMessages();
  await refreshShift();
  expect(shiftStore.get()).toMatchObject({ entries: [], messages: [{ id: unread }] });
  expect(deleted).toHaveBeenCalledWith([read]);
  answer();
  await asking;
  expect(shiftStore.get()).toMatchObject({ entries: [], messages: [{ id: unread }] });
});

/** Lets transactions change tables in which only the given rows are found; returns the deletion of messages. */
function runTransactionOn(sent: readonly number[]) {
  const found = {
    equals: () => found,
    anyOf: () => found,
    and: () => found,
    toArray: () => Promise.resolve([]),
    primaryKeys: () => Promise.resolve(sent),
    delete: () => Promise.resolve(0),
  };
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  vi.spyOn(driverDb.outbox, "where").mockReturnValue(found as never);
  vi.spyOn(driverDb.outbox, "filter").mockReturnValue(found as never);
  vi.spyOn(driverDb.photos, "where").mockReturnValue(found as never);
  for (const table of [driverDb.tours, driverDb.cases, driverDb.messages]) {
    vi.spyOn(table, "clear").mockResolvedValue(undefined);
    vi.spyOn(table, "bulkPut").mockResolvedValue("" as never);
  }
  return vi.spyOn(driverDb.messages, "bulkDelete").mockResolvedValue(undefined);
}

/** The shift as the server tells it after its only case was passed on. */
const tourAfterForward = (forwarded_cases: readonly { id: string }[]) =>
  vi.spyOn(api, "getTours").mockResolvedValue({
    tours: [{ id: fixtureTourId, status: "STARTED", open_cases: [], forwarded_cases }],
  } as never);
const lastStep = (action: "FORWARD" | "ARRIVE") => ({
  action_id: "00000000-0000-4000-8000-000000000001",
  action,
  case_id: fixtureCaseId,
  name: "Fuchs, Alois",
  at: 0,
  offset: 0,
  dispatchCase: aCaseWithLink("FUNERAL", aTourCaseLink("STARTED")),
});

describe("the findings of a case that was passed on", () => {
  const [photo, draft] = [aPhoto({ status: "sent" }), { fields: { finding: "Batterie leer" } }];
  let deleted: ReturnType<typeof runTransactionOn>;
  let isPhotoKept: boolean;
  beforeEach(() => {
    deleted = runTransactionOn([]);
    isPhotoKept = true;
    const sent = { delete: async () => (isPhotoKept = false) };
    const none = { delete: async () => undefined };
    const fitting = { and: (fits: (found: PhotoMetadata) => boolean) => (fits(photo) ? sent : none) };
    vi.spyOn(driverDb.photos, "where").mockReturnValue({ equals: () => fitting } as never);
    vi.spyOn(driverDb.drafts, "bulkDelete").mockResolvedValue(undefined as never);
    vi.spyOn(api, "getCases").mockResolvedValue({ cases: [] } as never);
    draftStore.set({ [fixtureCaseId]: draft });
  });
  afterEach(() => {
    draftStore.set({});
    undoableStep.set(null);
  });
  const areKept = async () => {
    await refreshShift();
    expect(deleted).toHaveBeenCalled();
    return [draftStore.get()[fixtureCaseId] === draft, isPhotoKept];
  };

  it("the draft and sent photos of a case that was passed on stay as long as one tap takes it back", async () => {
    tourAfterForward([]);
    undoableStep.set(lastStep("FORWARD"));
    expect(await areKept()).toEqual([true, true]);
    undoableStep.set(null);
    expect(await areKept()).toEqual([false, false]);
  });

  it("the draft and sent photos of a case that the running tour has passed on stay until the shift has ended", async () => {
    tourAfterForward([{ id: fixtureCaseId }]);
    expect(await areKept()).toEqual([true, true]);
    expect(shiftStore.get().tours[0]).not.toHaveProperty("forwarded_cases");
    vi.mocked(api.getTours).mockResolvedValue({ tours: [] } as never);
    undoableStep.set(lastStep("FORWARD"));
    expect(await areKept()).toEqual([false, false]);
  });

  it("the draft and sent photos of a case that the dispatcher takes back are deleted at once", async () => {
    tourAfterForward([]);
    undoableStep.set(lastStep("ARRIVE"));
    expect(await areKept()).toEqual([false, false]);
  });
});

const HOUR_MS = 3_600_000;
it("a case is deleted from the phone by the server's time", async () => {
  clockOffset.set(HOUR_MS);
  const belowOrEqual = vi.fn((_time: number) => ({ primaryKeys: () => Promise.resolve([]) }));
  vi.spyOn(driverDb.cases, "where").mockReturnValue({ belowOrEqual } as never);
  vi.spyOn(Date, "now").mockReturnValue(8 * HOUR_MS);
  await purgeDueCases();
  expect(belowOrEqual).toHaveBeenCalledWith(9 * HOUR_MS);
});

it("a locked phone deletes the sent photos of a case together with the case, and keeps those that have not arrived", async () => {
  lockApp();
  const photos = [aPhoto({ status: "sent" }), aPhoto({ status: "waiting" }), aPhoto({ status: "refused" })];
  const deleted: unknown[] = [];
  const found = (matching: readonly PhotoMetadata[]) => ({
    and: (fits: (photo: PhotoMetadata) => boolean) => found(matching.filter(fits)),
    delete: async () => deleted.push(...matching),
  });
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  const due = { primaryKeys: () => Promise.resolve([fixtureCaseId]) };
  vi.spyOn(driverDb.cases, "where").mockReturnValue({ belowOrEqual: () => due } as never);
  for (const table of [driverDb.cases, driverDb.drafts])
    vi.spyOn(table, "bulkDelete").mockResolvedValue(undefined as never);
  vi.spyOn(driverDb.photos, "where").mockReturnValue({
    anyOf: (ids: readonly string[]) =>
      found(photos.filter((photo) => isCasePhoto(photo) && ids.includes(photo.case_id))),
  } as never);
  await purgeDueCases();
  expect(deleted).toEqual([photos[0]]);
});
