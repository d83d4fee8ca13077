import { compileTexts } from "@leitstand/app/plugins/texts";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { outboxRowsToSend } from "#outbox/next-rows.ts";
import { type OutboxContent, type OutboxRow, outboxChainOfCase, START_GIVEN_UP } from "#outbox/outbox-row.ts";
import {
  aCaseWithLink,
  aTourCaseLink,
  anActionEntry,
  anOutboxRow,
  fixtureCaseId,
  fixtureTourId,
} from "#outbox/row.fixture.ts";
import { currentRoute } from "#shared/route.ts";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealText, sealValue } from "#vault/seal.ts";
import { api } from "#work/api.ts";
import { resetMemory } from "#work/memory.ts";
import { driverDb, requireDeviceKey, unlockedCacheKey } from "#work/phone.ts";
import { loadOutboxIntoShiftStore, shiftStore } from "#work/shift.ts";
import { refreshUnsentCounts, refusedEntryCount, unsentEntryCount } from "#work/unsent.ts";
import caseTexts from "../../../messages/de/case.json";
import device from "../../../messages/de/device.json";
import frame from "../../../messages/de/frame.json";
import outbox from "../../../messages/de/outbox.json";
import photos from "../../../messages/de/photos.json";
import { ConflictScreen } from "./conflict-screen.tsx";
import { OutboxScreen } from "./outbox-screen.tsx";

const testTexts = {
  case: compileTexts(caseTexts),
  device: compileTexts(device),
  frame: compileTexts(frame),
  outbox: compileTexts(outbox),
  photos: compileTexts(photos),
};
const tourChain = `tour:${fixtureTourId}`;
const startContent = { op: "startTour", body: { id: fixtureTourId, started_sub_state: "ACTIVE" } } as const;
const readContent = { op: "acknowledgeCriticalMessage", body: { id: fixtureCaseId } } as const;
const SEEN_VERSION = 3;
const NEW_VERSION = 7;

let testRoot: Root;
let rows: OutboxRow[];

/** Rows of the table, with what the app asks of a selection. */
const found = (matching: readonly OutboxRow[]): object => ({
  and: (fits: (row: OutboxRow) => boolean) => found(matching.filter(fits)),
  toArray: async () => matching.map((row) => ({ ...row })),
  count: async () => matching.length,
  primaryKeys: async () => matching.map(({ seq }) => seq),
  modify: async (changes: Partial<OutboxRow>) => matching.map((row) => Object.assign(row, changes)).length,
});

// Node has no IndexedDB, so a list replaces the outbox; there are no photos.
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const key = await createDeviceKey();
  vi.stubGlobal("CryptoKey", key.constructor);
  unlockedCacheKey.set(key);
  rows = [];
  vi.spyOn(driverDb.keys, "get").mockResolvedValue({ name: "device", key } as never);
  vi.spyOn(driverDb.meta, "get").mockResolvedValue(undefined);
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  const selections = {
    orderBy: () => found(rows),
    filter: (fits: (row: OutboxRow) => boolean) => found(rows.filter(fits)),
    where: (field: keyof OutboxRow) => ({
      equals: (value: unknown) => found(rows.filter((row) => row[field] === value)),
      anyOf: (...values: unknown[]) => found(rows.filter((row) => values.includes(row[field]))),
    }),
    get: async (seq: number) => rows.find((row) => row.seq === seq),
    update: async (seq: number, changes: Partial<OutboxRow>) =>
      Object.assign(rows.find((row) => row.seq === seq) ?? {}, changes),
    bulkDelete: async (seqs: readonly number[]) => (rows = rows.filter(({ seq }) => !seqs.includes(seq))),
  };
  for (const [name, selection] of Object.entries(selections))
    vi.spyOn(driverDb.outbox, name as "where").mockImplementation(selection as never);
  const none = { ...found([]), equals: () => found([]), anyOf: () => found([]) };
  for (const name of ["filter", "where"] as const) vi.spyOn(driverDb.photos, name).mockReturnValue(none as never);
  for (const table of [driverDb.photos, driverDb.pictures])
    vi.spyOn(table, "bulkDelete").mockResolvedValue(undefined as never);
  vi.spyOn(driverDb.photos, "toArray").mockResolvedValue([] as never);
  testRoot = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

async function store(content: OutboxContent, facts: Parameters<typeof anOutboxRow>[1]) {
  const key = await requireDeviceKey();
  const frozen = facts?.status === "refused" ? await sealText(key, JSON.stringify(content.body)) : null;
  const row = { ...anOutboxRow(rows.length + 1, facts), content: await sealValue(key, content), frozen };
  rows.push(row);
  return row;
}

/** The start of a shift that the server has refused, with two steps of a case and a read message behind it. */
async function storeRefusedStart(refusal: string, tour?: "SCHEDULED" | "STARTED") {
  const seen = SEEN_VERSION;
  const { action_id: needs } = await store(startContent, { chain: tourChain, status: "refused", refusal, seen });
  for (const action of ["START", "ARRIVE"] as const) await store(anActionEntry(1, action).content, { needs });
  await store(readContent, { chain: "acknowledgeCriticalMessage:a", needs });
  const tours = tour === undefined ? [] : [{ id: fixtureTourId, status: tour, lock_version: NEW_VERSION } as never];
  shiftStore.set({ ...shiftStore.get(), tours, isKnown: true });
  await loadOutboxIntoShiftStore();
  return needs;
}

const show = (screen: ReactNode) =>
  act(async () =>
    testRoot.render(
      <IntlProvider locale="de" messages={testTexts} timeZone="Europe/Vienna">
        {screen}
      </IntlProvider>,
    ),
  );
const buttonOf = (text: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === text);
const press = (text: string, happens: () => void = () => undefined) =>
  act(async () => {
    buttonOf(text)?.click();
    await vi.waitFor(happens);
  });
const dropStart = (button: string) => press(button, () => expect(shiftStore.get().entries).toHaveLength(3));
const seqsToSend = () =>
  outboxRowsToSend(rows, { now: 0, pausedUntil: new Map(), unsentPhotos: 0, unsentPositions: 0 }).map(({ seq }) => seq);

it.each([
  ["LOCK_VERSION_CONFLICT", outbox.why_start.LOCK_VERSION_CONFLICT],
  ["RESOURCE_IN_USE", outbox.why_start.RESOURCE_IN_USE],
  ["VALIDATION_FAILED", outbox.start_waits],
])("a start refused with %s is sent again on the tour's newest version, and its steps after it", async (code, said) => {
  const before = await storeRefusedStart(code, "SCHEDULED");
  await show(<ConflictScreen chain={tourChain} />);
  expect(document.querySelector("h2")?.textContent).toBe(outbox.not_begun);
  expect(document.body.textContent).toContain(said);
  await press(outbox.again, () => expect(shiftStore.get().entries[0]?.status).toBe("waiting"));
  const [start, ...steps] = rows;
  expect(start).toMatchObject({ seen: NEW_VERSION, refusal: null, frozen: null });
  expect(start?.action_id).not.toBe(before);
  expect(steps.map(({ needs, status }) => [needs, status])).toEqual(steps.map(() => [start?.action_id, "waiting"]));
  expect(seqsToSend()).toEqual([1]);
});

it("the steps of a shift whose start is given up are not sent, and a message that was read is", async () => {
  await storeRefusedStart("LOCK_VERSION_CONFLICT", "SCHEDULED");
  await show(<ConflictScreen chain={tourChain} />);
  await dropStart(outbox.not_begin);
  expect(rows.map(({ status, refusal }) => [status, refusal])).toEqual([
    ["held", START_GIVEN_UP],
    ["held", null],
    ["waiting", null],
  ]);
  expect(seqsToSend()).toEqual([4]);
});

it("the driver is told of the steps that a given up start leaves, and decides on them like on refused ones", async () => {
  await storeRefusedStart("LOCK_VERSION_CONFLICT", "SCHEDULED");
  await show(<ConflictScreen chain={tourChain} />);
  await dropStart(outbox.not_begin);
  await act(refreshUnsentCounts);
  expect([refusedEntryCount.get(), unsentEntryCount.get()]).toEqual([1, 2]);
  expect(document.querySelector(".refused-notice")?.textContent).toContain("Ein Eintrag wurde abgelehnt");
  await show(<OutboxScreen />);
  expect(document.body.textContent).toContain("„Losgefahren“ wurde nicht gesendet");
  await press(outbox.look);
  const chain = outboxChainOfCase(fixtureCaseId);
  expect(currentRoute.get()).toEqual({ is: "conflict", chain });
  const link = aTourCaseLink("ACCEPTED", { actions: ["START"] });
  vi.spyOn(api, "getCase").mockResolvedValue(aCaseWithLink("FUNERAL", link));
  await show(<ConflictScreen chain={chain} />);
  expect(document.body.textContent).toContain("weil die Schicht nicht begonnen hat");
  await press(outbox.again, () => expect(shiftStore.get().entries[0]?.status).toBe("waiting"));
  expect(seqsToSend()).toEqual([2, 4]);
});

it("the steps of a shift that others have started are sent once the driver has read that the own start was refused", async () => {
  await storeRefusedStart("TOUR_STATUS_CONFLICT", "STARTED");
  await show(<ConflictScreen chain={tourChain} />);
  expect(buttonOf(outbox.again)).toBeUndefined();
  await dropStart(outbox.understood);
  expect(seqsToSend()).toEqual([2, 4]);
});

it("a start is not offered to be sent again when its tour is no longer the driver's", async () => {
  await storeRefusedStart("RESOURCE_NOT_FOUND");
  await show(<ConflictScreen chain={tourChain} />);
  expect(buttonOf(outbox.again)).toBeUndefined();
  await dropStart(outbox.understood);
  expect(seqsToSend()).toEqual([4]);
});
