import { createClient } from "@leitstand/client/client";
import { offsetOf, readOffset } from "#outbox/clock-offset.ts";
import { DriverDatabase } from "#storage/database.ts";
import { findDeviceKey, findSecrets } from "#vault/secrets.ts";
import { worker } from "./scope.ts";

export const db = new DriverDatabase();
const TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 120_000;

export type Phone = NonNullable<Awaited<ReturnType<typeof findPhone>>>;

/** Identity of the phone and its driver; undefined when no driver has signed in. */
export async function findPhone() {
  const [deviceKey, secrets] = await Promise.all([findDeviceKey(db), findSecrets(db)]);
  if (deviceKey === undefined || secrets === undefined) return undefined;
  let offset = (await readOffset(db)) ?? 0;
  const watchedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    offset = offsetOf(response.headers.get("date"), Date.now()) ?? offset;
    return response;
  };
  const clientOf = (token: string | null, timeoutMs = TIMEOUT_MS) =>
    createClient({
      baseUrl: worker.location.origin,
      attempts: 1,
      fetch: watchedFetch,
      timeoutMs,
      token: () => token ?? undefined,
    });
  return {
    deviceKey,
    secrets,
    clockOffset: () => offset,
    /** API client of the signed-in driver, or of the phone itself. */
    client: clientOf(secrets.token ?? secrets.device_token),
    uploads: clientOf(secrets.token, UPLOAD_TIMEOUT_MS),
    asPhone: clientOf(secrets.device_token),
  };
}

/** Deletes all data of a disabled phone, and its push subscription. */
export async function wipe() {
  await db.empty();
  const subscription = await worker.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
