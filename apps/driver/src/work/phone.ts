import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Operations } from "@leitstand/contract/operations";
import { DriverDatabase, type KeyRow } from "#storage/database.ts";
import { createCacheKey, createDeviceKey, unwrapCacheKey, wrapCacheKey } from "#vault/cache-key.ts";
import { deleteSecrets, findDeviceKey, findSecrets, type Secrets, writeSecrets } from "#vault/secrets.ts";
import { createMemory, forgetMemory, whenForgotten } from "./memory.ts";

/** Identity of this phone and its driver, as it is stored in its database. */

export const db = new DriverDatabase();

export type Company = AnswerOf<Operations["getTenantConfig"]> & { readonly tenant_key: string };
export const company = createMemory<Company | null>(null);
export const secrets = createMemory<Secrets | null>(null);
/** Cache key, in memory alone; null while locked. */
export const cacheKey = createMemory<CryptoKey | null>(null);
/** Wrong PINs in a row, and until when no other is accepted. */
export const wrongPins = createMemory<{ readonly count: number; readonly until: number }>({ count: 0, until: 0 });

let knownDeviceKey: CryptoKey | undefined;
whenForgotten(() => (knownDeviceKey = undefined));

/** Key of a phone that has signed in. Work still running when a phone was wiped must not create a new one. */
export async function deviceKey(): Promise<CryptoKey> {
  knownDeviceKey ??= await findDeviceKey(db);
  if (knownDeviceKey === undefined) throw new Error("This phone has not signed in.");
  return knownDeviceKey;
}

/** Creates the phone's key, before anything can be sealed. */
export async function makeDeviceKey() {
  if ((await findDeviceKey(db)) === undefined) await db.keys.put({ name: "device", key: await createDeviceKey() });
}

export async function readPhone() {
  const [companyRow, pinsRow] = await db.meta.bulkGet(["company", "wrong pins"]);
  if (companyRow) company.set(companyRow.value as Company);
  secrets.set((await findSecrets(db)) ?? null);
  if (pinsRow) wrongPins.set(pinsRow.value as { count: number; until: number });
}

export async function keepCompany(value: Company) {
  await db.meta.put({ name: "company", value });
  company.set(value);
}

const KNOWN_DEVICE = "known device";

/**
 * Stores the known-device token, which outlives the phone's session, so that others in its network cannot block its
 * next code. It grants no access.
 */
export const keepKnownDevice = (known_device_token: string) =>
  db.meta.put({ name: KNOWN_DEVICE, value: known_device_token });

export const findKnownDevice = async () => (await db.meta.get(KNOWN_DEVICE))?.value as string | undefined;

export async function keepSecrets(value: Secrets) {
  await writeSecrets(db, await deviceKey(), value);
  secrets.set(value);
}

export async function forgetSecrets() {
  await deleteSecrets(db);
  secrets.set(null);
}

/** Seals all data fetched from now on by the PIN of the driver who has just signed in. */
export async function lockBy(pin: string) {
  const key = await createCacheKey();
  await forgetCached();
  await db.keys.put({ name: "cache", key: await wrapCacheKey(key, pin, await deviceKey()) });
  await countWrongPins(0);
  cacheKey.set(key);
}

export type Unlocking = "open" | "wrong" | "wait" | "emptied";

const PINS_UNTIL_WAIT = 5;
const PINS_UNTIL_EMPTY = 10;
const WAIT_MS = 15 * 60_000;

/**
 * Unlocks by PIN. Ten wrong PINs delete the stored cases; unsent entries stay, and are sent. One PIN is tried at a
 * time.
 */
export const unlock = (pin: string): Promise<Unlocking> => navigator.locks.request("pin", () => tryPin(pin));

async function tryPin(pin: string): Promise<Unlocking> {
  const { count, until } = await readWrongPins();
  if (Date.now() < until) return "wait";
  // Counted before it is checked: ending the app in between still counts as an attempt.
  await countWrongPins(count + 1);
  const row = await db.keys.get("cache");
  const key = row && !(row.key instanceof CryptoKey) && (await unwrapCacheKey(row.key, pin, await deviceKey()));
  if (key) {
    await countWrongPins(0);
    cacheKey.set(key);
    return "open";
  }
  if (count + 1 < PINS_UNTIL_EMPTY) return "wrong";
  await forgetCases();
  return "emptied";
}

/** Reads the count again, because another window may have changed it. */
async function readWrongPins() {
  const row = await db.meta.get("wrong pins");
  return (row?.value as { count: number; until: number } | undefined) ?? { count: 0, until: 0 };
}

async function countWrongPins(count: number) {
  const until = count > 0 && count % PINS_UNTIL_WAIT === 0 ? Date.now() + WAIT_MS : 0;
  await db.meta.put({ name: "wrong pins", value: { count, until } });
  wrongPins.set({ count, until });
}

async function forgetCases() {
  const known = secrets.get();
  const keyOfCases: KeyRow["name"] = "cache";
  await Promise.all([db.keys.delete(keyOfCases), forgetCached()]);
  if (known) await keepSecrets({ ...known, pin_token: null });
}

/** Deletes all data that the cache key seals. */
const forgetCached = () => Promise.all([db.tours, db.cases, db.messages, db.drafts].map((table) => table.clear()));

export const lock = () => cacheKey.set(null);

export async function wipe() {
  // First the tokens: code that reacts to the other resets then leaves no trace of the driver.
  secrets.set(null);
  forgetMemory();
  await db.empty();
  // Once more for state that was read in the meantime.
  forgetMemory();
}
