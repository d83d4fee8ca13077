/** Encrypted data: AES-GCM with a nonce that is never reused. */
export interface SealedData {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

const IV_BYTES = 12;

export async function sealBytes(key: CryptoKey, bytes: BufferSource): Promise<SealedData> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return { iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytes) };
}

/** Decrypts bytes. Throws when the key is another one, or when the data was changed. */
export const unsealBytes = (key: CryptoKey, { iv, data }: SealedData): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data);

export const sealText = (key: CryptoKey, text: string) => sealBytes(key, new TextEncoder().encode(text));
export const unsealText = async (key: CryptoKey, sealed: SealedData) =>
  new TextDecoder().decode(await unsealBytes(key, sealed));

export const sealValue = (key: CryptoKey, value: unknown) => sealText(key, JSON.stringify(value));
/** Decrypts a value of this type; the caller knows which type was sealed. */
export async function unsealValue<T>(key: CryptoKey, sealed: SealedData): Promise<T> {
  const value: T = JSON.parse(await unsealText(key, sealed));
  return value;
}
