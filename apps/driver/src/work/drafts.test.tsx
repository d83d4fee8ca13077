import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealValue } from "#vault/seal.ts";
import { changeDraft, vehicleCheckDraftId, draftStore, deleteDraft, loadDraftsIntoStore } from "./drafts.ts";
import { unlockedCacheKey, driverDb, lockApp } from "./phone.ts";

const checkDraftKey = vehicleCheckDraftId("START", "hearse");
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
