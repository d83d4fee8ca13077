import { unsealBytes, type SealedData, sealBytes } from "./seal.ts";

/** Iterations of PBKDF2 with SHA-256, as OWASP recommends. */
const PBKDF2_ITERATIONS = 600_000;
const AES_ALGORITHM = { name: "AES-GCM", length: 256 } as const;

/**
 * Cache key as it is stored on the phone: sealed by the PIN, and that by the phone's key, so that neither opens it
 * alone.
 */
export interface WrappedCacheKey {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly sealed: SealedData;
  /** Result of the sealing by the PIN, which the phone's key encrypts. */
  readonly iv: Uint8Array<ArrayBuffer>;
}

/** Creates the phone's key, which never leaves this browser: scripts may use it and cannot read it. */
export const createDeviceKey = () => crypto.subtle.generateKey(AES_ALGORITHM, false, ["encrypt", "decrypt"]);

/** Creates the key for cases and messages, which is in memory only while the app is unlocked. */
export const createCacheKey = () => crypto.subtle.generateKey(AES_ALGORITHM, true, ["encrypt", "decrypt"]);

export async function wrapCacheKey(cacheKey: CryptoKey, pin: string, deviceKey: CryptoKey): Promise<WrappedCacheKey> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const raw = await crypto.subtle.exportKey("raw", cacheKey);
  const { iv, data } = await sealBytes(await deriveKeyFromPin(pin, salt), raw);
  return { salt, iv, sealed: await sealBytes(deviceKey, data) };
}

/** Opens the cache key; undefined when the PIN is wrong. */
export async function unwrapCacheKey(wrapped: WrappedCacheKey, pin: string, deviceKey: CryptoKey) {
  const data = await unsealBytes(deviceKey, wrapped.sealed);
  const raw = await unsealBytes(await deriveKeyFromPin(pin, wrapped.salt), { iv: wrapped.iv, data }).catch(
    () => undefined,
  );
  return raw && crypto.subtle.importKey("raw", raw, AES_ALGORITHM, true, ["encrypt", "decrypt"]);
}

async function deriveKeyFromPin(pin: string, salt: BufferSource) {
  const material = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: PBKDF2_ITERATIONS };
  return crypto.subtle.deriveKey(how, material, AES_ALGORITHM, false, ["encrypt", "decrypt"]);
}
