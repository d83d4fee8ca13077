import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aCaseWithLink, aTourCaseLink, fixtureCaseId, fixtureTourId } from "#outbox/row.fixture.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealValue } from "#vault/seal.ts";
import { api, clockOffset } from "./api.ts";
import { unlockedCacheKey, driverDb, requireDeviceKey, lockApp } from "./phone.ts";
import {
  clearShiftStore,
  purgeDueCases,
  loadOutboxIntoShiftStore,
  loadStoredShift,
  refreshShift,
  shiftStore,
} from "./shift.ts";

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

async function aStoredStep() {
  const content = { op: "receiveAction", body: { id: fixtureCaseId, tour_id: fixtureTourId, action: "ARRIVE" } };
  return { seq: 1, frozen: null, content: await sealValue(await requireDeviceKey(), content) };
}

const HOUR_MS = 3_600_000;
it.each([
  ["an answer of the server", HOUR_MS, undefined],
  ["the database, before the first answer", null, HOUR_MS],
])("a case is deleted from the phone by the server's time, as known from %s", async (_source, answered, stored) => {
  clockOffset.set(answered);
  vi.spyOn(driverDb.meta, "get").mockResolvedValue({ name: "clock offset", value: stored });
  const belowOrEqual = vi.fn((_time: number) => ({ primaryKeys: () => Promise.resolve([]) }));
  vi.spyOn(driverDb.cases, "where").mockReturnValue({ belowOrEqual } as never);
  vi.spyOn(Date, "now").mockReturnValue(8 * HOUR_MS);
  await purgeDueCases();
  expect(belowOrEqual).toHaveBeenCalledWith(9 * HOUR_MS);
});
