/** Identity of this phone and its driver, as it is stored in its database. */
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { DriverDatabase, type KeyRow } from "#storage/database.ts";
import { createCacheKey, createDeviceKey, unwrapCacheKey, wrapCacheKey } from "#vault/cache-key.ts";
import { deleteDraftPhotos } from "#photos/write-photo.ts";
import {
  deleteStoredPhoneSecrets,
  findDeviceKey,
  findPhoneSecrets,
  type PhoneSecrets,
  writePhoneSecrets,
} from "#vault/secrets.ts";
import { createResettableStore, resetMemory, registerMemoryReset } from "./memory.ts";

export const driverDb = new DriverDatabase();

export type PhoneCompany = AnswerOf<Operations["getTenantConfig"]> & { readonly tenant_key: string };
export const phoneCompany = createResettableStore<PhoneCompany | null>(null);
export const phoneSecrets = createResettableStore<PhoneSecrets | null>(null);
/** Cache key, in memory alone; null while locked. */
export const unlockedCacheKey = createResettableStore<CryptoKey | null>(null);
/** Wrong PINs in a row, and until when no other is accepted. */
interface WrongPins {
  readonly count: number;
  /** Time by this phone's clock until which no PIN is tried. */
  readonly until: number;
}
export const wrongPinState = createResettableStore<WrongPins>({
  count: 0,
  until: 0,
});

let cachedDeviceKey: CryptoKey | undefined;
registerMemoryReset(() => (cachedDeviceKey = undefined));

/** Key of a phone that has signed in. Work still running when a phone was wiped must not create a new one. */
export async function requireDeviceKey(): Promise<CryptoKey> {
  cachedDeviceKey ??= await findDeviceKey(driverDb);
  if (cachedDeviceKey === undefined) throw new Error("This phone has not signed in.");
  return cachedDeviceKey;
}

/** Creates the phone's key, before anything can be sealed. */
export async function ensureDeviceKey() {
  if ((await findDeviceKey(driverDb)) === undefined)
    await driverDb.keys.put({ name: "device", key: await createDeviceKey() });
}

export async function loadPhoneState() {
  const [companyRow, pinsRow] = await driverDb.meta.bulkGet(["company", "wrong pins"]);
  if (companyRow) phoneCompany.set(companyRow.value as PhoneCompany);
  phoneSecrets.set((await findPhoneSecrets(driverDb)) ?? null);
  if (pinsRow) wrongPinState.set(pinsRow.value as WrongPins);
}

export async function storeCompany(value: PhoneCompany) {
  await driverDb.meta.put({ name: "company", value });
  phoneCompany.set(value);
}

const KNOWN_DEVICE_ROW = "known device";

/**
 * Stores the known-device token, which outlives the phone's session, so that others in its network cannot block its
 * next code. It grants no access.
 */
export const storeKnownDeviceToken = (known_device_token: string) =>
  driverDb.meta.put({ name: KNOWN_DEVICE_ROW, value: known_device_token });

export const findKnownDeviceToken = async () =>
  (await driverDb.meta.get(KNOWN_DEVICE_ROW))?.value as string | undefined;

export async function storePhoneSecrets(value: PhoneSecrets) {
  await writePhoneSecrets(driverDb, await requireDeviceKey(), value);
  phoneSecrets.set(value);
}

export async function deletePhoneSecrets() {
  await deleteStoredPhoneSecrets(driverDb);
  phoneSecrets.set(null);
}

/** Seals all data fetched from now on by the PIN of the driver who has just signed in. */
export async function sealCacheWithPin(pin: string) {
  const key = await createCacheKey();
  await deleteCachedData();
  await driverDb.keys.put({ name: "cache", key: await wrapCacheKey(key, pin, await requireDeviceKey()) });
  await countWrongPins(0);
  unlockedCacheKey.set(key);
}

export type UnlockOutcome = "open" | "wrong" | "wait" | "emptied";
type WrongPinOutcome = Exclude<UnlockOutcome, "open">;

const WRONG_PINS_UNTIL_WAIT = 5;
const WRONG_PINS_UNTIL_WIPE = 10;
const WRONG_PIN_WAIT_MS = 15 * 60_000;

/** Runs work on a typed PIN: one PIN is tried at a time, by all windows together. */
export const runWithPinLock = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request("pin", work);

/**
 * Cache key that the PIN opens; it is not published yet. Ten wrong PINs delete the stored cases; unsent entries stay,
 * and are sent.
 */
export async function unlockCacheKeyWithPin(pin: string): Promise<CryptoKey | WrongPinOutcome> {
  const { count, until } = await readWrongPins();
  if (Date.now() < until) return "wait";
  // Counted before it is checked: ending the app in between still counts as an attempt.
  await countWrongPins(count + 1);
  const row = await driverDb.keys.get("cache");
  const key = row && !(row.key instanceof CryptoKey) && (await unwrapCacheKey(row.key, pin, await requireDeviceKey()));
  if (key) {
    await countWrongPins(0);
    return key;
  }
  if (count + 1 < WRONG_PINS_UNTIL_WIPE) return "wrong";
  await deleteCasesAndSession();
  return "emptied";
}

/** Reads the count again, because another window may have changed it. */
async function readWrongPins(): Promise<WrongPins> {
  const row = await driverDb.meta.get("wrong pins");
  const { count, until } = (row?.value as WrongPins | undefined) ?? { count: 0, until: 0 };
  // After the clock was set back, the wait is not longer than it ever is.
  const latest = Date.now() + WRONG_PIN_WAIT_MS;
  return until > latest ? storeWrongPins({ count, until: latest }) : { count, until };
}

const countWrongPins = (count: number) =>
  storeWrongPins({
    count,
    until: count > 0 && count % WRONG_PINS_UNTIL_WAIT === 0 ? Date.now() + WRONG_PIN_WAIT_MS : 0,
  });

async function storeWrongPins(value: WrongPins): Promise<WrongPins> {
  await driverDb.meta.put({ name: "wrong pins", value });
  wrongPinState.set(value);
  return value;
}

async function deleteCasesAndSession() {
  const known = phoneSecrets.get();
  const keyOfCases: KeyRow["name"] = "cache";
  await Promise.all([driverDb.keys.delete(keyOfCases), deleteCachedData()]);
  if (known) await storePhoneSecrets({ ...known, pin_token: null });
}

/** Deletes all data that the cache key seals, and with the drafts of checks their photos. */
const deleteCachedData = () =>
  Promise.all([
    ...[driverDb.tours, driverDb.cases, driverDb.messages, driverDb.drafts].map((table) => table.clear()),
    deleteDraftPhotos(driverDb),
  ]);

export const lockApp = () => unlockedCacheKey.set(null);

export async function wipePhoneStorage() {
  // The tokens come first: code that reacts to the other resets then leaves no trace of the driver.
  phoneSecrets.set(null);
  resetMemory();
  await driverDb.empty();
  // Once more for state that was read in the meantime.
  resetMemory();
}
