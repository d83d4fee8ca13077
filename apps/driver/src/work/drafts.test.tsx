import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealValue } from "#vault/seal.ts";
import {
  changeDraft,
  deleteDraftsExcept,
  deleteStartCheckDrafts,
  vehicleCheckDraftId,
  draftStore,
  deleteDraft,
  loadDraftsIntoStore,
  shiftDraftId,
} from "./drafts.ts";
import { unlockedCacheKey, driverDb, lockApp } from "./phone.ts";

const vehicle = { id: "hearse", license_plate: "G-1", description: "" };
const checkDraftKey = vehicleCheckDraftId({ phase: "START", vehicle, tour_id: null });
const endDraftKey = (tour_id: string) => vehicleCheckDraftId({ phase: "END", vehicle, tour_id });
const aDraftRow = async (note: string) => ({
  id: checkDraftKey,
  content: await sealValue(unlockedCacheKey.get() as CryptoKey, { fields: { note } }),
});

// Node has no IndexedDB, so each test says what is stored.
beforeEach(async () => {
  const key = await createDeviceKey();
  // The window of tests has Node's `crypto`, but not the class of its keys.
  vi.stubGlobal("CryptoKey", key.constructor);
  unlockedCacheKey.set(key);
  draftStore.set({ [checkDraftKey]: { fields: { note: "Reif" } } });
  vi.spyOn(driverDb.drafts, "put").mockResolvedValue(checkDraftKey as never);
  vi.spyOn(driverDb.drafts, "delete").mockResolvedValue(undefined);
  vi.spyOn(driverDb.drafts, "toArray").mockResolvedValue([
    await aDraftRow("Reif"),
    { ...(await aDraftRow("Lift")), id: "case" },
  ] as never);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("text that is typed while the stored drafts are read stays on the screen", async () => {
  const reading = loadDraftsIntoStore();
  await changeDraft(checkDraftKey, { fields: { note: "Reifen" } });
  await reading;
  expect(draftStore.get()).toEqual({
    [checkDraftKey]: { fields: { note: "Reifen" } },
    case: { fields: { note: "Lift" } },
  });
});

it("a draft that is sent while the stored drafts are read does not appear again", async () => {
  const reading = loadDraftsIntoStore();
  await deleteDraft(checkDraftKey);
  await reading;
  expect(Object.keys(draftStore.get())).toEqual(["case"]);
});

it("a phone that is locked while the stored drafts are read keeps none of them in memory", async () => {
  const reading = loadDraftsIntoStore();
  lockApp();
  await reading;
  expect(Object.keys(draftStore.get())).toEqual([checkDraftKey]);
});

it("a check at the end of a shift that was not saved is not there at the next shift's end with the same vehicle", async () => {
  const deleted = vi.spyOn(driverDb.drafts, "bulkDelete").mockResolvedValue(undefined);
  const kept = [checkDraftKey, "case", shiftDraftId("tuesday"), endDraftKey("tuesday")];
  draftStore.set(
    Object.fromEntries([...kept, endDraftKey("monday")].map((id) => [id, { fields: { note: "Reifen" } }])),
  );
  await deleteDraftsExcept(["case", shiftDraftId("tuesday")]);
  expect(Object.keys(draftStore.get())).toEqual(kept);
  expect(deleted).toHaveBeenCalledWith([endDraftKey("monday")]);
});

it("the checks that were begun before a shift are gone once it has begun, and those of its end stay", async () => {
  const deleted = vi.spyOn(driverDb.drafts, "bulkDelete").mockResolvedValue(undefined);
  draftStore.set({ ...draftStore.get(), [endDraftKey("tuesday")]: {} });
  await deleteStartCheckDrafts();
  expect(Object.keys(draftStore.get())).toEqual([endDraftKey("tuesday")]);
  expect(deleted).toHaveBeenCalledWith([checkDraftKey]);
});
