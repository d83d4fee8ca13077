import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aCase, aLink, caseId, tourId } from "#outbox/row.fixture.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealValue } from "#vault/seal.ts";
import { api, clockOffset } from "./api.ts";
import { cacheKey, db, deviceKey, lock } from "./phone.ts";
import { forgetShift, purge, readOutbox, readShift, refresh, shift } from "./shift.ts";

const storedTours = vi.fn<() => Promise<readonly unknown[]>>();
const storedRows = vi.fn<() => Promise<readonly unknown[]>>();

// There is no database without a browser; what is stored is told by each test.
beforeEach(async () => {
  const key = await createDeviceKey();
  // The window of tests has Node's `crypto`, but not the class of its keys.
  vi.stubGlobal("CryptoKey", key.constructor);
  cacheKey.set(key);
  forgetShift();
  vi.spyOn(db.keys, "get").mockResolvedValue({ name: "device", key } as never);
  storedTours.mockResolvedValue([]);
  storedRows.mockResolvedValue([]);
  vi.spyOn(db.tours, "toArray").mockImplementation(storedTours as never);
  vi.spyOn(db.meta, "get").mockResolvedValue(undefined);
  vi.spyOn(db.messages, "toArray").mockResolvedValue([]);
  vi.spyOn(db.cases, "toArray").mockResolvedValue([
    { id: caseId, content: await sealValue(key, aCase("FUNERAL", aLink("STARTED"))) },
  ] as never);
  vi.spyOn(db.outbox, "orderBy").mockReturnValue({ toArray: storedRows } as never);
  vi.spyOn(db.outbox, "where").mockReturnValue({ equals: () => ({ primaryKeys: () => Promise.resolve([]) }) } as never);
  vi.spyOn(db, "transaction").mockResolvedValue(undefined as never);
  vi.spyOn(api, "getTours").mockResolvedValue({ tours: [] } as never);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Makes a stored table answer only when the returned function is called. */
function holdBack(table: typeof storedTours) {
  let answer: (rows: readonly unknown[]) => void = () => undefined;
  table.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  return answer;
}

it("a phone that is locked while the stored shift is read keeps no case in memory", async () => {
  const answer = holdBack(storedTours);
  const reading = readShift();
  lock();
  forgetShift();
  answer([]);
  await reading;
  expect(shift.get().cases).toEqual([]);
});

it("a phone that is locked while the outbox is read keeps no step in memory", async () => {
  const answer = holdBack(storedRows);
  const reading = readOutbox();
  lock();
  forgetShift();
  answer([await aStoredStep()]);
  await reading;
  expect(shift.get().entries).toEqual([]);
});

it("a fetched shift is not replaced by the stored one whose reading began before", async () => {
  const answer = holdBack(storedTours);
  const reading = readShift();
  await refresh();
  answer([]);
  await reading;
  expect(shift.get()).toMatchObject({ isKnown: true, cases: [] });
});

it("a step stays on the screen when an older reading of the outbox ends after the newer one", async () => {
  const answer = holdBack(storedRows);
  const reading = readShift();
  storedRows.mockResolvedValue([await aStoredStep()]);
  await readOutbox();
  answer([]);
  await reading;
  expect(shift.get().entries).toHaveLength(1);
  expect(shift.get().cases).toHaveLength(1);
});

it("a fetched shift without a tour stays known after the stored one is read again", async () => {
  await refresh();
  await readShift();
  expect(shift.get().isKnown).toBe(true);
});

async function aStoredStep() {
  const content = { op: "receiveAction", body: { id: caseId, tour_id: tourId, action: "ARRIVE" } };
  return { seq: 1, frozen: null, content: await sealValue(await deviceKey(), content) };
}

const HOUR_MS = 3_600_000;
it.each([
  ["an answer of the server", HOUR_MS, undefined],
  ["the database, before the first answer", null, HOUR_MS],
])("a case leaves the phone by the server's clock, as known from %s", async (_source, answered, stored) => {
  clockOffset.set(answered);
  vi.spyOn(db.meta, "get").mockResolvedValue({ name: "clock offset", value: stored });
  const belowOrEqual = vi.fn((_time: number) => ({ primaryKeys: () => Promise.resolve([]) }));
  vi.spyOn(db.cases, "where").mockReturnValue({ belowOrEqual } as never);
  vi.spyOn(Date, "now").mockReturnValue(8 * HOUR_MS);
  await purge();
  expect(belowOrEqual).toHaveBeenCalledWith(9 * HOUR_MS);
});
