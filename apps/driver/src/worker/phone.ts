import { type Client, createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { clockOffsetFromDateHeader, isAnswerInTime, readClocks } from "#outbox/clock-offset.ts";
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
  // A stored one may be from before the clock was set.
  let offset: number | null = null;
  const watchedFetch: typeof fetch = async (input, init) => {
    const asked = readClocks();
    const response = await fetch(input, init);
    const answered = readClocks();
    if (isAnswerInTime(asked, answered, offset !== null))
      offset = clockOffsetFromDateHeader(response.headers.get("date"), answered.wall) ?? offset ?? 0;
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
    /** Asks the server for its time, before anything is sent that was done at a time of this phone's clock. */
    learnClockOffset: () => askServerTime(clientOf(null)),
    /** API client of the signed-in driver, or of the phone itself. */
    client: clientOf(secrets.token ?? secrets.device_token),
    uploads: clientOf(secrets.token, UPLOAD_TIMEOUT_MS),
    asPhone: clientOf(secrets.device_token),
  };
}

async function askServerTime(client: Client) {
  const company = (await workerDb.meta.get("company"))?.value as { readonly short_code: string } | undefined;
  if (company === undefined) return;
  // An answer that refuses tells the time as well.
  await client.getTenantConfig({ short_code: company.short_code }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error;
  });
}

/** Deletes all data of a disabled phone, and its push subscription. */
export async function wipeDisabledPhone() {
  await workerDb.empty();
  const subscription = await workerScope.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
