import { createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { createStore } from "@leitstand/app/store";
import {
  clockOffsetFromDateHeader,
  createClockJumpDetector,
  isAnswerInTime,
  readClockOffset,
  readClocks,
  storeClockOffset,
} from "#outbox/clock-offset.ts";
import { logDiagnosticEvent, logApiExchange } from "./log/log.ts";
import { createResettableStore, registerMemoryReset } from "./memory.ts";
import { phoneCompany, driverDb, phoneSecrets } from "./phone.ts";

export const apiBaseUrl = window.location.origin;

/** Whether the server was reached last, and since when. */
export const connectionState = createStore<{ readonly isOnline: boolean; readonly since: number }>({
  isOnline: navigator.onLine,
  since: Date.now(),
});

/**
 * Milliseconds to add to this phone's clock for the server's, as last known: times on the screen count by it. Null before
 * the first answer that this phone has got.
 */
export const clockOffset = createResettableStore<number | null>(null);

/** Loads the offset as it was last known; it is not certain, as the clock may have been set while the app was closed. */
export async function loadClockOffset() {
  keptOffset = (await readClockOffset(driverDb)) ?? null;
  clockOffset.set(keptOffset);
}

/** Offset that was stored last; a phone that has not signed in stores none. */
let keptOffset: number | null = null;
registerMemoryReset(() => (keptOffset = null));

/** Whether an answer has told the offset since the page began, and since its clock was set last. */
let isOffsetCertain = false;
registerMemoryReset(() => (isOffsetCertain = false));
const clockJumpSinceLastLook = createClockJumpDetector(readClocks);

/**
 * The offset, while it is certain. What is done while it is null gets the one that the next answer tells, and none of it
 * is sent before. So a clock that is set without network, or while the app is closed, makes no step late, or early, or
 * one in the future.
 *
 * Limits: a step that is done between a start without network and a change of the clock counts by the clock as it was
 * changed to, and never as later than it is sent.
 */
export function certainClockOffset(): number | null {
  noticeClockJump();
  return isOffsetCertain ? (clockOffset.get() ?? 0) : null;
}

function noticeClockJump() {
  const jump = clockJumpSinceLastLook();
  if (jump !== 0) isOffsetCertain = false;
  const known = clockOffset.get();
  // A phone that has slept seems to have been set forward, and its offset still holds.
  if (jump < 0 && known !== null) rememberClockOffset(known - jump);
}

/** Ends the wait for the server's time; an answer of any request does. */
let endWaitForOffset = () => {};
let waitForOffset: Promise<void> | undefined;

/**
 * Asks the server for its time where no answer has told it. Resolves as soon as any answer has, or when this request has
 * failed; all who wait share it.
 */
export async function learnClockOffset(): Promise<void> {
  const { short_code } = phoneCompany.get() ?? {};
  if (certainClockOffset() !== null || short_code === undefined) return;
  const told = () => new Promise<void>((resolve) => (endWaitForOffset = resolve));
  waitForOffset ??= Promise.race([told(), askServerTime(short_code)]).finally(() => {
    waitForOffset = undefined;
  });
  await waitForOffset;
}

/** Timeout of a request for the time in milliseconds: what waits for it is tried again soon. */
const TIME_REQUEST_TIMEOUT_MS = 4_000;

async function askServerTime(short_code: string) {
  // An answer that refuses tells the time as well; without one, the next attempt asks again.
  await createClient({ ...clientOptions, timeoutMs: TIME_REQUEST_TIMEOUT_MS })
    .getTenantConfig({ short_code })
    .catch((error: unknown) => {
      if (!(error instanceof ApiProblem)) throw error;
    });
}

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
  const asked = readClocks();
  const askedAfter = networkChanges;
  const tell = (isOnline: boolean) => {
    if (networkChanges === askedAfter) setOnline(isOnline);
  };
  try {
    const response = await fetch(input, init);
    tell(true);
    logApiExchange({ method: init?.method ?? "GET", address: requestUrl(input), status: response.status });
    updateClockOffset(response.headers.get("date"), asked);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) tell(false);
    throw error;
  }
};

const requestUrl = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : String(input));

function updateClockOffset(date: string | null, asked: ReturnType<typeof readClocks>) {
  noticeClockJump();
  const answered = readClocks();
  if (!isAnswerInTime(asked, answered, isOffsetCertain)) return;
  isOffsetCertain = true;
  const offset = clockOffsetFromDateHeader(date, answered.wall);
  // A gateway that withholds the time must not hold up the driver's steps.
  if (offset !== undefined) rememberClockOffset(offset);
  endWaitForOffset();
}

function rememberClockOffset(offset: number) {
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
