import type { DriverDatabase } from "#storage/database.ts";
import { unsealValue, type SealedData, sealValue } from "./seal.ts";

/** Tokens of the phone and the driver; sealed by the phone's key, so that the outbox is sent while locked. */
export interface PhoneSecrets {
  readonly device_token: string;
  /** Unknown for a phone that signed in with an older version. */
  readonly device_id?: string;
  readonly token: string | null;
  /** Token for the next sign-in by PIN without SMS. */
  readonly pin_token: string | null;
  readonly user: { readonly id: string; readonly firstname: string; readonly phone_number: string } | null;
}

const SECRETS_ROW = "secrets";

/** Key of this phone; undefined when it has not signed in, or was wiped. */
export async function findDeviceKey(db: DriverDatabase): Promise<CryptoKey | undefined> {
  const row = await db.keys.get("device");
  return row?.key instanceof CryptoKey ? row.key : undefined;
}

export async function findPhoneSecrets(db: DriverDatabase): Promise<PhoneSecrets | undefined> {
  const [row, key] = await Promise.all([db.meta.get(SECRETS_ROW), findDeviceKey(db)]);
  return row && key && unsealValue<PhoneSecrets>(key, row.value as SealedData);
}

export const writePhoneSecrets = async (db: DriverDatabase, key: CryptoKey, value: PhoneSecrets) =>
  db.meta.put({ name: SECRETS_ROW, value: await sealValue(key, value) });

export const deleteStoredPhoneSecrets = (db: DriverDatabase) => db.meta.delete(SECRETS_ROW);
