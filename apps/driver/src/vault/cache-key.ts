import { openBytes, type Sealed, sealBytes } from "./seal.ts";

/** OWASP's count for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
const AES = { name: "AES-GCM", length: 256 } as const;

/** The cache key as it lies on the phone: sealed by the PIN, and that by the phone, so that neither opens it alone. */
export interface WrappedKey {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly sealed: Sealed;
  /** What the phone's key hides: the sealing by the PIN. */
  readonly iv: Uint8Array<ArrayBuffer>;
}

/** It never leaves this browser: scripts may use it and cannot read it. */
export const createDeviceKey = () => crypto.subtle.generateKey(AES, false, ["encrypt", "decrypt"]);

/** What cases and messages are read by, in memory alone as long as the app is unlocked. */
export const createCacheKey = () => crypto.subtle.generateKey(AES, true, ["encrypt", "decrypt"]);

export async function wrapCacheKey(cacheKey: CryptoKey, pin: string, deviceKey: CryptoKey): Promise<WrappedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const raw = await crypto.subtle.exportKey("raw", cacheKey);
  const { iv, data } = await sealBytes(await keyOfPin(pin, salt), raw);
  return { salt, iv, sealed: await sealBytes(deviceKey, data) };
}

/** Undefined: the PIN is wrong. */
export async function unwrapCacheKey(wrapped: WrappedKey, pin: string, deviceKey: CryptoKey) {
  const data = await openBytes(deviceKey, wrapped.sealed);
  const raw = await openBytes(await keyOfPin(pin, wrapped.salt), { iv: wrapped.iv, data }).catch(() => undefined);
  return raw && crypto.subtle.importKey("raw", raw, AES, true, ["encrypt", "decrypt"]);
}

async function keyOfPin(pin: string, salt: BufferSource) {
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ITERATIONS };
  return crypto.subtle.deriveKey(how, material, AES, false, ["encrypt", "decrypt"]);
}
