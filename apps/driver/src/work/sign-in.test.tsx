import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PhotoMetadata } from "#photos/photo-row.ts";
import { aPhotoOfVehicle } from "#photos/photo.fixture.ts";
import { resetMemory } from "./memory.ts";
import {
  phoneCompany,
  driverDb,
  deletePhoneSecrets,
  ensureDeviceKey,
  phoneSecrets,
  sealCacheWithPin,
  storePhoneSecrets,
  unlockedCacheKey,
} from "./phone.ts";
import {
  endSession,
  OtherDriverUnsentEntriesError,
  requestPhoneSignInCode,
  signInDriver,
  signInPhone,
  unlockAndRenewSession,
} from "./sign-in.ts";

// Node has no IndexedDB, so a map replaces it.
beforeEach(async () => {
  // The window of tests has Node's `crypto`, but not the class of its keys.
  const { constructor } = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  vi.stubGlobal("CryptoKey", constructor);
  for (const table of [driverDb.meta, driverDb.keys]) {
    const rows = new Map<string, unknown>();
    vi.spyOn(table, "put").mockImplementation(((row: { name: string }) => {
      rows.set(row.name, row);
      return Promise.resolve(row.name);
    }) as never);
    vi.spyOn(table, "get").mockImplementation(((name: string) => Promise.resolve(rows.get(name))) as never);
    vi.spyOn(table, "delete").mockImplementation(((name: string) => Promise.resolve(rows.delete(name))) as never);
  }
  for (const table of [driverDb.tours, driverDb.cases, driverDb.messages, driverDb.drafts])
    vi.spyOn(table, "clear").mockResolvedValue(undefined);
  vi.spyOn(driverDb.outbox, "filter").mockReturnValue({ count: () => Promise.resolve(0) } as never);
  keepPhotos([]);
  vi.spyOn(driverDb, "transaction").mockImplementation((async (...[, , run]: (() => unknown)[]) => run?.()) as never);
  phoneCompany.set({ tenant_key: "key" } as never);
  // One after the other, as the browser does.
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => (last = last.then(work));
  Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  resetMemory();
});

it("a phone whose session has ended sends its known-device token when it requests a sign-in code", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    const session = { token: "dsp_d", device_id: "device", known_device_token: "known phone", cooldown_time: 60 };
    return Promise.resolve(Response.json(session));
  });
  const phone_number = "+436641234567";
  await requestPhoneSignInCode(phone_number);
  await signInPhone(phone_number, "402913");
  await deletePhoneSecrets();
  await requestPhoneSignInCode(phone_number);
  expect(bodies).toEqual([
    { phone_number },
    { phone_number, one_time_code: "402913" },
    { phone_number, known_device_token: "known phone" },
  ]);
});

/** Lets the phone have photos; returns what deletes them, and what deletes their pictures. */
function keepPhotos(photos: readonly PhotoMetadata[]) {
  vi.spyOn(driverDb.photos, "filter").mockImplementation(((fits: (photo: PhotoMetadata) => boolean) => ({
    count: () => Promise.resolve(photos.filter(fits).length),
  })) as never);
  vi.spyOn(driverDb.photos, "where").mockReturnValue({
    equals: (status: string) => ({
      primaryKeys: () => Promise.resolve(photos.filter((photo) => photo.status === status).map(({ id }) => id)),
    }),
  } as never);
  return [driverDb.photos, driverDb.pictures].map((table) =>
    vi.spyOn(table, "bulkDelete").mockResolvedValue(undefined as never),
  );
}

const PIN = "274815";
const driverId = "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002";

/** A locked phone with a driver whose session has ended. */
async function aPhoneWithoutSession() {
  await ensureDeviceKey();
  const user = { id: driverId, firstname: "Jana", phone_number: "+436641234567" };
  await storePhoneSecrets({ device_token: "dsp_d", token: "dsp_ended", pin_token: "first", user });
  await sealCacheWithPin(PIN);
  await endSession();
}
/** Server that answers a sign-in by PIN as said; returns its requests. */
function answerPinSignIn(answer: () => Response) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", (url: string, { body }: { body: string }) => {
    requests.push(url);
    const pinToken = (JSON.parse(body) as { pin_token: string }).pin_token;
    if (requests.length > 1 && pinToken === "first") return Promise.resolve(refusedSignIn());
    return Promise.resolve().then(answer);
  });
  return requests;
}
const newSession = () => Response.json({ token: "dsp_new", pin_token: "second", user_id: driverId });
const problemOf = (status: number, code: string) =>
  Response.json({ status, code, title: code, message: code, args: [] }, { status });
const refusedSignIn = () => problemOf(401, "AUTH_CHALLENGE_INVALID");

it("a driver whose session has ended types the PIN once, and the app unlocks with the new session", async () => {
  await aPhoneWithoutSession();
  const requests = answerPinSignIn(newSession);
  const tokensOnUnlocking: unknown[] = [];
  const end = unlockedCacheKey.subscribe(() => tokensOnUnlocking.push(phoneSecrets.get()?.token));
  expect(await unlockAndRenewSession(PIN)).toBe("open");
  end();
  expect(tokensOnUnlocking).toEqual(["dsp_new"]);
  // A second answer could be lost, and with it the session.
  expect(requests).toHaveLength(1);
});

it("a PIN that is typed again while the network is slow begins no second session", async () => {
  await aPhoneWithoutSession();
  const requests = answerPinSignIn(newSession);
  expect(await Promise.all([unlockAndRenewSession(PIN), unlockAndRenewSession(PIN)])).toEqual(["open", "open"]);
  expect(requests).toHaveLength(1);
  expect(phoneSecrets.get()?.token).toBe("dsp_new");
});

it("a phone whose next session is refused asks for a code by SMS, and stays locked", async () => {
  await aPhoneWithoutSession();
  answerPinSignIn(refusedSignIn);
  expect(await unlockAndRenewSession(PIN)).toBe("sms");
  expect(unlockedCacheKey.get()).toBe(null);
});

it.each<[string, () => Response]>([
  ["no network", () => Response.error()],
  ["an outage of the server", () => problemOf(503, "SERVICE_UNAVAILABLE")],
])("a driver whose session has ended unlocks the app in spite of %s", async (_what, answer) => {
  await aPhoneWithoutSession();
  answerPinSignIn(answer);
  expect(await unlockAndRenewSession(PIN)).toBe("open");
  expect(unlockedCacheKey.get()).not.toBe(null);
});

it("a phone that was disabled after the end of the session deletes its data when the PIN is typed", async () => {
  await aPhoneWithoutSession();
  const empty = vi.spyOn(driverDb, "empty").mockResolvedValue(undefined);
  answerPinSignIn(() => problemOf(403, "AUTH_DEVICE_DISABLED"));
  await unlockAndRenewSession(PIN);
  expect(empty).toHaveBeenCalled();
  expect([unlockedCacheKey.get(), phoneSecrets.get()]).toEqual([null, null]);
});

const signInNextDriver = () => signInDriver({ pin_token: "next", pin: PIN, phone_number: "+436641234568" });
const ofPreviousDriver = { user_id: "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9001" };

it("a photo of a vehicle check that was not saved does not keep the next driver out, and is deleted with its picture", async () => {
  await aPhoneWithoutSession();
  answerPinSignIn(newSession);
  const draft = aPhotoOfVehicle({ ...ofPreviousDriver, status: "draft" });
  const deletions = keepPhotos([draft, aPhotoOfVehicle({ ...ofPreviousDriver, status: "sent" })]);
  await signInNextDriver();
  expect(unlockedCacheKey.get()).not.toBe(null);
  for (const deletion of deletions) expect(deletion).toHaveBeenCalledWith([draft.id]);
});

it.each(["waiting", "refused"] as const)("a %s photo of a driver keeps the next one out", async (status) => {
  await aPhoneWithoutSession();
  answerPinSignIn(newSession);
  keepPhotos([aPhotoOfVehicle({ ...ofPreviousDriver, status })]);
  await expect(signInNextDriver()).rejects.toThrow(OtherDriverUnsentEntriesError);
});
