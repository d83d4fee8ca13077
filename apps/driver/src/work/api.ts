import { createClient } from "@leitstand/client/client";
import { createStore } from "@leitstand/app/store";
import { clockOffsetFromDateHeader, readClockOffset, storeClockOffset } from "#outbox/clock-offset.ts";
import { logDiagnosticEvent, logApiExchange } from "./log/log.ts";
import { createResettableStore, registerMemoryReset } from "./memory.ts";
import { phoneCompany, driverDb, phoneSecrets } from "./phone.ts";

export const apiBaseUrl = window.location.origin;

/** Whether the server was reached last, and since when. */
export const connectionState = createStore<{ readonly isOnline: boolean; readonly since: number }>({
  isOnline: navigator.onLine,
  since: Date.now(),
});

/** Milliseconds to add to this phone's clock for the server's; null before the first answer that this phone has got. */
export const clockOffset = createResettableStore<number | null>(null);

/**
 * Loads the offset as it was last known: without network an entry is frozen at its first attempt, and its time must be
 * right by then.
 */
export async function loadClockOffset() {
  keptOffset = (await readClockOffset(driverDb)) ?? null;
  clockOffset.set(keptOffset);
}

/** Offset that was stored last; a phone that has not signed in stores none. */
let keptOffset: number | null = null;
registerMemoryReset(() => (keptOffset = null));

export function setOnline(isOnline: boolean) {
  if (connectionState.get().isOnline === isOnline) return;
  connectionState.set({ isOnline, since: Date.now() });
  logDiagnosticEvent(isOnline ? "online" : "offline");
}

/** Number of times the phone has reported that its network came or went. */
let networkChanges = 0;

/** Notes that the network came or went: requests from before say nothing about the connection any more. */
export function distrustEarlierRequests(there: boolean) {
  networkChanges += 1;
  if (!there) setOnline(false);
}

const fetchWatchingConnection: typeof fetch = async (input, init) => {
  const askedAfter = networkChanges;
  const tell = (isOnline: boolean) => {
    if (networkChanges === askedAfter) setOnline(isOnline);
  };
  try {
    const response = await fetch(input, init);
    tell(true);
    logApiExchange({ method: init?.method ?? "GET", address: requestUrl(input), status: response.status });
    updateClockOffset(response.headers.get("date"));
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) tell(false);
    throw error;
  }
};

const requestUrl = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : String(input));

function updateClockOffset(date: string | null) {
  const offset = clockOffsetFromDateHeader(date, Date.now());
  if (offset === undefined) return;
  clockOffset.set(offset);
  if (keptOffset === offset || phoneSecrets.get() === null) return;
  keptOffset = offset;
  void storeClockOffset(driverDb, offset);
}

/** Timeout of an upload in milliseconds, for pictures over a slow network. */
const UPLOAD_TIMEOUT_MS = 120_000;
const clientOptions = { baseUrl: apiBaseUrl, fetch: fetchWatchingConnection, attempts: 1, timeoutMs: 20_000 };

const currentToken = () => phoneSecrets.get()?.token ?? undefined;

/** The API for the signed-in driver; the outbox repeats what has to be repeated. */
export const api = createClient({ ...clientOptions, token: currentToken });
export const uploadApi = createClient({ ...clientOptions, token: currentToken, timeoutMs: UPLOAD_TIMEOUT_MS });

/** The API before sign-in. */
export const createDriverApiBeforeSignIn = (tenantKey = phoneCompany.get()?.tenant_key) =>
  createClient({ ...clientOptions, ...(tenantKey === undefined ? {} : { tenantKey }) });
