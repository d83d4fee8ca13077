import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDeviceKey } from "#vault/cache-key.ts";
import { sealValue } from "#vault/seal.ts";
import { changeDraft, checkDraft, drafts, dropDraft, readDrafts } from "./drafts.ts";
import { cacheKey, db, lock } from "./phone.ts";

const check = checkDraft("START", "hearse");
const row = async (note: string) => ({
  id: check,
  content: await sealValue(cacheKey.get() as CryptoKey, { fields: { note } }),
});

// There is no database without a browser; what is stored is told by each test.
beforeEach(async () => {
  const key = await createDeviceKey();
  // The window of tests has Node's `crypto`, but not the class of its keys.
  vi.stubGlobal("CryptoKey", key.constructor);
  cacheKey.set(key);
  drafts.set({ [check]: { fields: { note: "Reif" } } });
  vi.spyOn(db.drafts, "put").mockResolvedValue(check as never);
  vi.spyOn(db.drafts, "delete").mockResolvedValue(undefined);
  vi.spyOn(db.drafts, "toArray").mockResolvedValue([
    await row("Reif"),
    { ...(await row("Lift")), id: "case" },
  ] as never);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("text that is typed while the stored drafts are read stays on the screen", async () => {
  const reading = readDrafts();
  await changeDraft(check, { fields: { note: "Reifen" } });
  await reading;
  expect(drafts.get()).toEqual({ [check]: { fields: { note: "Reifen" } }, case: { fields: { note: "Lift" } } });
});

it("a draft that is sent while the stored drafts are read does not come back", async () => {
  const reading = readDrafts();
  await dropDraft(check);
  await reading;
  expect(Object.keys(drafts.get())).toEqual(["case"]);
});

it("a phone that is locked while the stored drafts are read learns none of them", async () => {
  const reading = readDrafts();
  lock();
  await reading;
  expect(Object.keys(drafts.get())).toEqual([check]);
});
