import { createClient } from "@leitstand/client/client";
import { clockOffsetFromDateHeader, readClockOffset } from "#outbox/clock-offset.ts";
import { DriverDatabase } from "#storage/database.ts";
import { findDeviceKey, findPhoneSecrets } from "#vault/secrets.ts";
import { workerScope } from "./scope.ts";

export const workerDb = new DriverDatabase();
const TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 120_000;

export type WorkerPhoneIdentity = NonNullable<Awaited<ReturnType<typeof findSignedInPhone>>>;

/** Identity of the phone and its driver; undefined when no driver has signed in. */
export async function findSignedInPhone() {
  const [deviceKey, secrets] = await Promise.all([findDeviceKey(workerDb), findPhoneSecrets(workerDb)]);
  if (deviceKey === undefined || secrets === undefined) return undefined;
  let offset = (await readClockOffset(workerDb)) ?? 0;
  const watchedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    offset = clockOffsetFromDateHeader(response.headers.get("date"), Date.now()) ?? offset;
    return response;
  };
  const clientOf = (token: string | null, timeoutMs = TIMEOUT_MS) =>
    createClient({
      baseUrl: workerScope.location.origin,
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
export async function wipeDisabledPhone() {
  await workerDb.empty();
  const subscription = await workerScope.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
