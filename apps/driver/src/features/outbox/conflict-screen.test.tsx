import { act } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { outboxRowsToSend } from "#outbox/next-rows.ts";
import { type OutboxContent, outboxChainOfCase, START_GIVEN_UP } from "#outbox/outbox-row.ts";
import {
  aCaseWithLink,
  aTourCaseLink,
  anActionEntry,
  anOutboxRow,
  fixtureCaseId,
  fixtureTourId,
  shiftStartContent,
} from "#outbox/row.fixture.ts";
import { currentRoute } from "#shared/route.ts";
import { buttonWithText, mountPhoneTest, readOutboxContents, tapElement } from "#shared/testing/phone-testkit.tsx";
import { sealText, sealValue } from "#vault/seal.ts";
import { api, clockOffset } from "#work/api.ts";
import { resendEntries, resolveEntriesAsNotes } from "#work/conflict.ts";
import { phoneSecrets, requireDeviceKey, unlockedCacheKey } from "#work/phone.ts";
import { loadOutboxIntoShiftStore, shiftStore } from "#work/shift.ts";
import { refreshUnsentCounts, refusedEntryCount, unsentEntryCount } from "#work/unsent.ts";
import caseTexts from "../../../messages/de/case.json";
import device from "../../../messages/de/device.json";
import frame from "../../../messages/de/frame.json";
import outbox from "../../../messages/de/outbox.json";
import photos from "../../../messages/de/photos.json";
import { ConflictScreen } from "./conflict-screen.tsx";
import { OutboxScreen } from "./outbox-screen.tsx";

const phone = mountPhoneTest({ case: caseTexts, device, frame, outbox, photos });
const tourChain = `tour:${fixtureTourId}`;
const readContent = { op: "acknowledgeCriticalMessage", body: { id: fixtureCaseId } } as const;
const breakContent = {
  op: "updateTourStartedSubState",
  body: { id: fixtureTourId, started_sub_state: "ON_A_BREAK" },
} as const;
const fixtureVehicleId = "3e2d1c0b-a998-4877-b655-44332211ff01";
const SEEN_VERSION = 3;
const NEW_VERSION = 7;

beforeEach(async () => unlockedCacheKey.set(await requireDeviceKey()));

async function store(content: OutboxContent, facts: Parameters<typeof anOutboxRow>[1]) {
  const key = await requireDeviceKey();
  const frozen = facts?.status === "refused" ? await sealText(key, JSON.stringify(content.body)) : null;
  const row = { ...anOutboxRow(phone.outbox.length + 1, facts), content: await sealValue(key, content), frozen };
  phone.outbox.push(row);
  return row;
}

/** The start of a shift that the server has refused, with two steps of a case and a read message behind it. */
async function storeRefusedStart(refusal: string, tour?: "SCHEDULED" | "STARTED") {
  const seen = SEEN_VERSION;
  const { action_id: needs } = await store(shiftStartContent, { chain: tourChain, status: "refused", refusal, seen });
  for (const action of ["START", "ARRIVE"] as const) await store(anActionEntry(1, action).content, { needs });
  await store(readContent, { chain: "acknowledgeCriticalMessage:a", needs });
  const tours = tour === undefined ? [] : [{ id: fixtureTourId, status: tour, lock_version: NEW_VERSION } as never];
  shiftStore.set({ ...shiftStore.get(), tours, isKnown: true });
  await loadOutboxIntoShiftStore();
  return needs;
}

/** A second start of the same shift, with another vehicle, and a step and a break that wait for it. */
async function storeSecondStart() {
  const vehicles = [{ vehicle_id: fixtureVehicleId }];
  const second = { ...shiftStartContent, body: { ...shiftStartContent.body, vehicles } };
  const { action_id: needs } = await store(second, { chain: tourChain });
  await store(anActionEntry(1, "LOAD").content, { needs });
  await store(breakContent, { chain: tourChain, needs });
  await loadOutboxIntoShiftStore();
}

const press = (text: string, happens?: () => void) => tapElement(buttonWithText(text), happens);
const dropStart = (button: string) => press(button, () => expect(shiftStore.get().entries).toHaveLength(3));
const seqsToSend = () =>
  outboxRowsToSend(phone.outbox, { now: 0, pausedUntil: new Map(), unsentPhotos: 0, unsentPositions: 0 }).map(
    ({ seq }) => seq,
  );

it.each([
  ["LOCK_VERSION_CONFLICT", outbox.why_start.LOCK_VERSION_CONFLICT],
  ["RESOURCE_IN_USE", outbox.why_start.RESOURCE_IN_USE],
  ["VALIDATION_FAILED", outbox.start_waits],
])("a start refused with %s is sent again on the tour's newest version, and its steps after it", async (code, said) => {
  const before = await storeRefusedStart(code, "SCHEDULED");
  await phone.show(<ConflictScreen chain={tourChain} />);
  expect(document.querySelector("h2")?.textContent).toBe(outbox.not_begun);
  expect(document.body.textContent).toContain(said);
  await press(outbox.again, () => expect(shiftStore.get().entries[0]?.status).toBe("waiting"));
  const [start, ...steps] = phone.outbox;
  expect(start).toMatchObject({ seen: NEW_VERSION, refusal: null, frozen: null });
  expect(start?.action_id).not.toBe(before);
  expect(steps.map(({ needs, status }) => [needs, status])).toEqual(steps.map(() => [start?.action_id, "waiting"]));
  expect(seqsToSend()).toEqual([1]);
});

it("a shift whose refused start is sent again starts once, with the vehicle of a second start that has waited", async () => {
  await storeRefusedStart("RESOURCE_IN_USE", "SCHEDULED");
  await storeSecondStart();
  await phone.show(<ConflictScreen chain={tourChain} />);
  await press(outbox.again, () => expect(shiftStore.get().entries[0]?.status).toBe("waiting"));
  const [start, ...others] = phone.outbox;
  expect(others.map(({ seq, needs }) => [seq, needs])).toEqual([2, 3, 4, 6, 7].map((seq) => [seq, start?.action_id]));
  const { at, content } = shiftStore.get().entries[0] ?? {};
  expect([at, content?.body]).toMatchObject([anOutboxRow(1).at, { vehicles: [{ vehicle_id: fixtureVehicleId }] }]);
  expect(seqsToSend()).toEqual([1]);
});

it("a shift that is begun again after its plan was changed begins with the vehicle that is planned now, on the same phone", async () => {
  const device_id = "6d1f0c9b-8a7e-4d6c-9b5a-4f3e2d1c0b01";
  phoneSecrets.set({ device_token: "device", device_id, token: null, pin_token: null, user: null });
  const former = [{ vehicle_id: "3e2d1c0b-a998-4877-b655-44332211ff02", device_id }];
  const start = {
    ...shiftStartContent,
    isVehicleAsPlanned: true,
    body: { ...shiftStartContent.body, vehicles: former },
  };
  const refusal = "LOCK_VERSION_CONFLICT";
  await store(start, { chain: tourChain, status: "refused", refusal, seen: SEEN_VERSION });
  const planned = [{ vehicle: { id: fixtureVehicleId } }];
  const tour = {
    id: fixtureTourId,
    status: "SCHEDULED",
    lock_version: NEW_VERSION,
    vehicle_device_associations: planned,
  };
  shiftStore.set({ ...shiftStore.get(), tours: [tour as never], isKnown: true });
  await loadOutboxIntoShiftStore();
  await phone.show(<ConflictScreen chain={tourChain} />);
  await press(outbox.again, () => expect(shiftStore.get().entries[0]?.status).toBe("waiting"));
  const [content] = await readOutboxContents();
  expect(content?.body).toMatchObject({ vehicles: [{ vehicle_id: fixtureVehicleId, device_id }] });
});

it("a shift whose start is given up does not begin by a second start that has waited, and its steps are not sent", async () => {
  await storeRefusedStart("LOCK_VERSION_CONFLICT", "SCHEDULED");
  await storeSecondStart();
  await phone.show(<ConflictScreen chain={tourChain} />);
  await press(outbox.not_begin, () => expect(shiftStore.get().entries).toHaveLength(4));
  expect(phone.outbox.map(({ seq, status }) => [seq, status])).toEqual([
    [2, "held"],
    [3, "held"],
    [4, "waiting"],
    [6, "held"],
  ]);
  expect(seqsToSend()).toEqual([4]);
});

it("a second start of a shift that others have started is dropped with the refused one, and the break after it is sent", async () => {
  await storeRefusedStart("TOUR_STATUS_CONFLICT", "STARTED");
  await storeSecondStart();
  await phone.show(<ConflictScreen chain={tourChain} />);
  await press(outbox.understood, () => expect(shiftStore.get().entries).toHaveLength(5));
  expect(seqsToSend()).toEqual([2, 4, 7]);
});

it("the steps of a shift whose start is given up are not sent, and a message that was read is", async () => {
  await storeRefusedStart("LOCK_VERSION_CONFLICT", "SCHEDULED");
  await phone.show(<ConflictScreen chain={tourChain} />);
  await dropStart(outbox.not_begin);
  expect(phone.outbox.map(({ status, refusal }) => [status, refusal])).toEqual([
    ["held", START_GIVEN_UP],
    ["held", null],
    ["waiting", null],
  ]);
  expect(seqsToSend()).toEqual([4]);
});

it("the driver is told of the steps that a given up start leaves, and decides on them like on refused ones", async () => {
  await storeRefusedStart("LOCK_VERSION_CONFLICT", "SCHEDULED");
  await phone.show(<ConflictScreen chain={tourChain} />);
  await dropStart(outbox.not_begin);
  await act(refreshUnsentCounts);
  expect([refusedEntryCount.get(), unsentEntryCount.get()]).toEqual([1, 2]);
  expect(document.querySelector(".refused-notice")?.textContent).toContain("Ein Eintrag wurde abgelehnt");
  await phone.show(<OutboxScreen />);
  expect(document.body.textContent).toContain("„Losgefahren“ wurde nicht gesendet");
  await press(outbox.look);
  const chain = outboxChainOfCase(fixtureCaseId);
  expect(currentRoute.get()).toEqual({ is: "conflict", chain });
  const link = aTourCaseLink("ACCEPTED", { actions: ["START"] });
  vi.spyOn(api, "getCase").mockResolvedValue(aCaseWithLink("FUNERAL", link));
  await phone.show(<ConflictScreen chain={chain} />);
  expect(document.body.textContent).toContain("weil die Schicht nicht begonnen hat");
  await press(outbox.again, () => expect(shiftStore.get().entries[0]?.status).toBe("waiting"));
  expect(seqsToSend()).toEqual([2, 4]);
});

it("the steps of a shift that others have started are sent once the driver has read that the own start was refused", async () => {
  await storeRefusedStart("TOUR_STATUS_CONFLICT", "STARTED");
  await phone.show(<ConflictScreen chain={tourChain} />);
  expect(buttonWithText(outbox.again)).toBeUndefined();
  await dropStart(outbox.understood);
  expect(seqsToSend()).toEqual([2, 4]);
});

it("a start is not offered to be sent again when its tour is no longer the driver's", async () => {
  await storeRefusedStart("RESOURCE_NOT_FOUND");
  await phone.show(<ConflictScreen chain={tourChain} />);
  expect(buttonWithText(outbox.again)).toBeUndefined();
  await dropStart(outbox.understood);
  expect(seqsToSend()).toEqual([4]);
});

it("a note on a step of uncertain time keeps that time uncertain, until the phone learns the server's", async () => {
  const { at } = await store(anActionEntry(1, "START").content, { status: "held", offset: null });
  clockOffset.set(3_600_000);
  await loadOutboxIntoShiftStore();
  await act(() => resolveEntriesAsNotes(shiftStore.get().entries, () => "Losgefahren"));
  expect(phone.outbox).toMatchObject([{ seq: 2, at, offset: null }]);
});

it("a refused step that is decided on twice at the same time leaves one note", async () => {
  await store(anActionEntry(1, "START").content, { status: "refused" });
  await loadOutboxIntoShiftStore();
  const { entries } = shiftStore.get();
  const resolve = () => resolveEntriesAsNotes(entries, () => "Losgefahren");
  await act(() => Promise.all([resolve(), resolve()]));
  expect(await readOutboxContents()).toMatchObject([{ op: "createCaseComment", body: { action: "START" } }]);
});

it("a refused step that is sent again twice at the same time keeps the id of the first decision, for which others wait", async () => {
  await storeRefusedStart("TOUR_STATUS_CONFLICT", "SCHEDULED");
  const repeated = shiftStore.get().entries.slice(0, 1);
  const resend = () => resendEntries(repeated, { repeated, seen: NEW_VERSION, textOf: () => "Schicht begonnen" });
  await act(() => Promise.all([resend(), resend()]));
  const [start, ...later] = phone.outbox;
  expect(later.map(({ needs }) => needs)).toEqual(later.map(() => start?.action_id));
});
