/** Times at which the outbox is sent and the shift is fetched again. */
import { streamSharingTabFeatures } from "@leitstand/app/this-tab";
import { followSharedEventBatches, type SharedStreamState } from "@leitstand/client/shared-stream";
import { ApiProblem } from "@leitstand/client/problem";
import { phoneFunctions } from "#device/this-device.ts";
import { NewOutboxEntrySignal } from "#outbox/new-entry-signal.ts";
import { OutboxChainPauses, drainOutbox, type QueueSendingResult } from "#outbox/drain.ts";
import { SEND_AFTER_ALL_STEPS, type OutboxRow } from "#outbox/outbox-row.ts";
import { sendPhotos } from "#photos/send-photos.ts";
import { sendCaseReceipts } from "#push/receipts.ts";
import {
  api,
  apiBaseUrl,
  certainClockOffset,
  learnClockOffset,
  distrustEarlierRequests,
  createDriverApiBeforeSignIn,
  setOnline,
  uploadApi,
} from "./api.ts";
import { erasePhoneData } from "./disable.ts";
import { waitingPositionCount } from "./positions/duty.ts";
import { logDiagnosticEvent, logUncaughtFaults } from "./log/log.ts";
import { registerMemoryReset } from "./memory.ts";
import { unlockedCacheKey, phoneCompany, driverDb, requireDeviceKey, lockApp, phoneSecrets } from "./phone.ts";
import { sendPositionsNow } from "./positions/position-sending.ts";
import { refreshDriverSettings } from "./settings.ts";
import {
  clearShiftStore,
  hasSentRowsNotYetFetched,
  purgeDueCases,
  loadOutboxIntoShiftStore,
  refreshShift,
  refreshMessages,
} from "./shift.ts";
import { endSession } from "./sign-in.ts";
import { refreshUnsentCounts, plannedEntryCount, refreshPhotosAndCounts, unsentEntryCount } from "./unsent.ts";
import { createCoalescedRunner } from "./overlap/while-wanted.ts";

const chainPauses = new OutboxChainPauses();
const photoPauses = new OutboxChainPauses();
registerMemoryReset(() => chainPauses.endAll());
registerMemoryReset(() => photoPauses.endAll());
const POLL_EVERY_MS = 20_000;
/** Whether the stream is open; while it is not, the shift is polled: an alarm must not wait for the stream. */
let isStreamOpen = false;

const rowQueue = createSendQueue(sendOutboxRows);
const photoSendQueue = createSendQueue(sendWaitingPhotos);

/** Sends waiting entries. Photos are sent in parallel: a large one delays no step. */
export function sendOutboxNow(): Promise<void> {
  void photoSendQueue.send();
  return rowQueue.send();
}

/**
 * Runs sending while it is requested: a request during a round starts what can go in parallel, and another round
 * afterwards.
 */
function createSendQueue(sendOnce: () => Promise<void>) {
  const asking = new NewOutboxEntrySignal();
  const sendWhileWanted = createCoalescedRunner(sendOnce);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    asking.again();
    return sendWhileWanted();
  };
  const lookAgainAt = (time: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), Math.max(0, time - Date.now()));
  };
  return { send, lookAgainAt, asking };
}

const sendOptions = async () => ({
  db: driverDb,
  deviceKey: await requireDeviceKey(),
  clockOffset: certainClockOffset,
});

async function sendOutboxRows() {
  if (!phoneSecrets.get()?.token) return refreshUnsentCounts();
  if (await handleDrainEnd(await drainRows(), rowQueue)) return;
  if (await hasSentPositionsOfEndingShift()) void rowQueue.send();
  await refreshUnsentCounts();
  requestBackgroundSync();
  await loadOutboxIntoShiftStore();
  // The next step does not wait for any of this.
  void sendStoredReceipts();
  if (!(await hasSentRowsNotYetFetched())) return;
  // Photos of a vehicle wait for their check, which may have been sent now.
  void photoSendQueue.send();
  void refreshShiftIfReachable();
}

async function drainRows() {
  const options = { client: api, pauses: chainPauses, asking: rowQueue.asking, learnClockOffset };
  return drainOutbox({ ...(await sendOptions()), ...options });
}

/** Sends the positions that the end of the work waits for; true when the last one has arrived. */
async function hasSentPositionsOfEndingShift(): Promise<boolean> {
  const isUnsentEnd = ({ needs, status }: OutboxRow) => needs === SEND_AFTER_ALL_STEPS && status === "waiting";
  if ((await driverDb.outbox.filter(isUnsentEnd).count()) === 0 || (await driverDb.positions.count()) === 0)
    return false;
  await sendPositionsNow();
  return (await driverDb.positions.count()) === 0;
}

const sendStoredReceipts = createCoalescedRunner(
  async () => void (await sendCaseReceipts({ ...(await sendOptions()), client: api })),
);

async function sendWaitingPhotos() {
  const waiting = await driverDb.photos.where("status").equals("waiting").count();
  if (!phoneSecrets.get()?.token || waiting === 0) return refreshPhotosAndCounts();
  await learnClockOffset();
  const options = { client: uploadApi, pauses: photoPauses, asking: photoSendQueue.asking };
  const end = await sendPhotos({ ...(await sendOptions()), ...options, onChange: () => void refreshPhotosAndCounts() });
  if (await handleDrainEnd(end, photoSendQueue)) return;
  await refreshPhotosAndCounts();
  // The end of the shift waits for photos, which may have been sent now.
  void rowQueue.send();
}

/** Handles the end of a drain; true when the phone has been wiped. */
async function handleDrainEnd(end: QueueSendingResult, queue: { lookAgainAt(time: number): void }): Promise<boolean> {
  if (end.is === "wipe") {
    await erasePhoneData();
    return true;
  }
  if (end.is === "sign_in") await endSession();
  if (end.is === "idle" && end.wakeAt !== undefined) queue.lookAgainAt(end.wakeAt);
  return false;
}

/** "Try now": the driver knows that there is network again. */
export function retrySendingNow(): Promise<void> {
  chainPauses.endAll();
  photoPauses.endAll();
  return sendOutboxNow();
}

/** Number of the last request for the shift, and of the newest one that has succeeded. */
let lastShiftRequest = 0;
let lastFetchedRequest = 0;
/** Whether the shift may have changed since it was fetched: the stream reports each change once, and a fetch can fail. */
const isShiftStale = () => lastFetchedRequest < lastShiftRequest;

/** Fetches the shift where the server can be reached; without network the stored one is used. */
export async function refreshShiftIfReachable() {
  lastShiftRequest += 1;
  const turn = lastShiftRequest;
  await ignoreNetworkFaults(async () => {
    await refreshShift();
    lastFetchedRequest = Math.max(lastFetchedRequest, turn);
  });
}

async function ignoreNetworkFaults(fetchIt: () => Promise<void>) {
  try {
    await fetchIt();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    await obeyRefusal(error);
  }
}

async function obeyRefusal({ code, status }: ApiProblem) {
  if (code === "AUTH_DEVICE_DISABLED") await erasePhoneData();
  else if (status === 401 && code !== "UNREACHABLE") await endSession();
}

/** Follows changes for as long as the app is unlocked; ends by the signal. */
export async function followShiftStream(signal: AbortSignal) {
  try {
    const token = () => phoneSecrets.get()?.token ?? undefined;
    const options = {
      tab: streamSharingTabFeatures,
      baseUrl: apiBaseUrl,
      token,
      signal,
      onState: handleStreamState,
      longestWaitMs: 10_000,
    };
    for await (const messages of followSharedEventBatches(options)) {
      const types = messages.map(({ type }) => type);
      // One fetch contains all messages that were reported together.
      if (types.includes("critical message")) await ignoreNetworkFaults(refreshMessages);
      if (types.some(isShiftEvent)) await refreshShiftIfReachable();
    }
  } catch (error) {
    if (error instanceof ApiProblem) await obeyRefusal(error);
    else if (!signal.aborted) throw error;
  } finally {
    isStreamOpen = false;
  }
}

function handleStreamState(state: SharedStreamState) {
  // Another window of the app begins to read the stream for all of them.
  if (state.is === "connecting") return;
  isStreamOpen = state.is === "open";
  // A server that refuses with too many streams can be reached; the shift is polled as without a stream.
  setOnline(state.is === "open" || state.isRefused);
  if (isStreamOpen) void retrySendingNow().then(refreshShiftIfReachable).then(refreshDriverSettings);
}

const isShiftEvent = (type: string) => /^(case|tour|reset)/.test(type);

/** Fetches the shift again after a change elsewhere. */
export const sendOutboxAndRefetchShift = () =>
  Promise.all([sendOutboxNow(), refreshShiftIfReachable(), ignoreNetworkFaults(refreshMessages)]).then(() => undefined);

/** Checks at once whether the server is there; a locked phone fetches nothing, and checks anyway. */
async function checkServerNow() {
  const { short_code } = phoneCompany.get() ?? {};
  if (unlockedCacheKey.get() !== null)
    await Promise.all([refreshShiftIfReachable(), ignoreNetworkFaults(refreshMessages)]);
  else if (short_code !== undefined)
    await ignoreNetworkFaults(async () => {
      await createDriverApiBeforeSignIn().getTenantConfig({ short_code });
    });
}

/** Leaves unsent entries to the service worker when the app is closed, where the phone can do that. */
const requestBackgroundSync = () => {
  if (unsentEntryCount.get() + plannedEntryCount.get() + waitingPositionCount.get() > 0)
    void phoneFunctions.push.sendLater();
};

/** Sends for as long as the page lives. */
export function startOutboxSending() {
  const look = () => {
    void sendOutboxNow();
    void ignoreNetworkFaults(refreshMessages);
  };
  const poll = () => {
    look();
    void purgeDueCases();
    if (!isStreamOpen || isShiftStale()) void refreshShiftIfReachable();
  };
  window.addEventListener("online", () => {
    distrustEarlierRequests(true);
    // A driver who unlocked without network after the session had ended has to begin the next one now.
    if (phoneSecrets.get()?.user && !phoneSecrets.get()?.token) lockApp();
    void retrySendingNow();
    void checkServerNow();
  });
  window.addEventListener("offline", () => distrustEarlierRequests(false));
  document.addEventListener("visibilitychange", poll);
  document.addEventListener("visibilitychange", requestBackgroundSync);
  setInterval(poll, POLL_EVERY_MS);
  logUncaughtFaults();
  unlockedCacheKey.subscribe(() => {
    logDiagnosticEvent(unlockedCacheKey.get() ? "unlocked" : "locked");
    if (!unlockedCacheKey.get()) clearShiftStore();
    look();
  });
  poll();
}
