import { createClient } from "@leitstand/client/client";
import { createStore } from "@leitstand/app/store";
import { keepOffset, offsetOf } from "#outbox/clock-offset.ts";
import { note, noteExchange } from "./log/log.ts";
import { createMemory } from "./memory.ts";
import { company, db, secrets } from "./phone.ts";

export const baseUrl = window.location.origin;

/** Whether the server was reached last, and since when. */
export const connection = createStore<{ readonly isOnline: boolean; readonly since: number }>({
  isOnline: navigator.onLine,
  since: Date.now(),
});

/** Milliseconds to add to this phone's clock for the server's; null before the first answer. */
export const clockOffset = createMemory<number | null>(null);

export function setOnline(isOnline: boolean) {
  if (connection.get().isOnline === isOnline) return;
  connection.set({ isOnline, since: Date.now() });
  note(isOnline ? "online" : "offline");
}

/** Number of times the phone has reported that its network came or went. */
let networkChanges = 0;

/** Notes that the network came or went: requests from before say nothing about the connection any more. */
export function networkIs(there: boolean) {
  networkChanges += 1;
  if (!there) setOnline(false);
}

const watchedFetch: typeof fetch = async (input, init) => {
  const askedAfter = networkChanges;
  const tell = (isOnline: boolean) => {
    if (networkChanges === askedAfter) setOnline(isOnline);
  };
  try {
    const response = await fetch(input, init);
    tell(true);
    noteExchange({ method: init?.method ?? "GET", address: addressOf(input), status: response.status });
    learnClock(response.headers.get("date"));
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) tell(false);
    throw error;
  }
};

const addressOf = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : String(input));

function learnClock(date: string | null) {
  const offset = offsetOf(date, Date.now());
  if (offset === undefined) return;
  if (clockOffset.get() !== offset && secrets.get() !== null) void keepOffset(db, offset);
  clockOffset.set(offset);
}

/** Timeout of an upload in milliseconds, for pictures over a slow network. */
const UPLOAD_TIMEOUT_MS = 120_000;
const options = { baseUrl, fetch: watchedFetch, attempts: 1, timeoutMs: 20_000 };

const token = () => secrets.get()?.token ?? undefined;

/** The API for the signed-in driver; the outbox repeats what has to be repeated. */
export const api = createClient({ ...options, token });
export const uploads = createClient({ ...options, token, timeoutMs: UPLOAD_TIMEOUT_MS });

/** The API before sign-in. */
export const openApi = (tenantKey = company.get()?.tenant_key) =>
  createClient({ ...options, ...(tenantKey === undefined ? {} : { tenantKey }) });
