import { thisTab } from "@leitstand/app/this-tab";
import { followSharedBatches, type SharedState } from "@leitstand/client/shared-stream";
import { ApiProblem } from "@leitstand/client/problem";
import { device } from "#device/this-device.ts";
import { Asking } from "#outbox/asking.ts";
import { ChainPauses, drain, type DrainEnd } from "#outbox/drain.ts";
import { STEPS_AND_PHOTOS } from "#outbox/outbox-row.ts";
import { sendPhotos } from "#photos/send-photos.ts";
import { sendReceipts } from "#push/receipts.ts";
import { api, baseUrl, clockOffset, networkIs, openApi, setOnline, uploads } from "./api.ts";
import { disable } from "./disable.ts";
import { waitingPositions } from "./positions/duty.ts";
import { note, noteFaults } from "./log/log.ts";
import { whenForgotten } from "./memory.ts";
import { cacheKey, company, db, deviceKey, lock, secrets } from "./phone.ts";
import { sendPositionsNow } from "./positions/position-sending.ts";
import { refreshSettings } from "./settings.ts";
import { forgetShift, isSentRowUnfetched, purge, readOutbox, refresh, refreshMessages } from "./shift.ts";
import { endSession } from "./sign-in.ts";
import { countUnsent, planned, showPhotos, unsent } from "./unsent.ts";
import { whileWanted } from "./overlap/while-wanted.ts";

/** Times at which the outbox is sent and the shift is fetched again. */

const pauses = new ChainPauses();
const photoPauses = new ChainPauses();
whenForgotten(() => pauses.endAll());
whenForgotten(() => photoPauses.endAll());
const LOOK_EVERY_MS = 20_000;
/** Whether the stream is open; while it is not, the shift is polled: an alarm must not wait for the stream. */
let isStreamOpen = false;

const rows = aQueue(sendRows);
const pictures = aQueue(sendPictures);

/** Sends waiting entries. Photos are sent in parallel: a large one delays no step. */
export function sendNow(): Promise<void> {
  void pictures.send();
  return rows.send();
}

/**
 * Runs sending while it is requested: a request during a round starts what can go in parallel, and another round
 * afterwards.
 */
function aQueue(sendOnce: () => Promise<void>) {
  const asking = new Asking();
  const sendWhileWanted = whileWanted(sendOnce);
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
  db,
  deviceKey: await deviceKey(),
  clockOffset: () => clockOffset.get() ?? 0,
});

async function sendRows() {
  if (!secrets.get()?.token) return countUnsent();
  // Once the shift has ended the server takes no position of it any more.
  if ((await db.outbox.filter(({ needs }) => needs === STEPS_AND_PHOTOS).count()) > 0) await sendPositionsNow();
  const end = await drain({ ...(await sendOptions()), client: api, pauses, asking: rows.asking });
  if (await hasEnded(end, rows)) return;
  await countUnsent();
  leaveTheRest();
  await readOutbox();
  // The next step does not wait for any of this.
  void tellReceipts();
  if (!(await isSentRowUnfetched())) return;
  // Photos of a vehicle wait for their check, which may have been sent now.
  void pictures.send();
  void refreshQuietly();
}

const tellReceipts = whileWanted(async () => void (await sendReceipts({ ...(await sendOptions()), client: api })));

async function sendPictures() {
  const waiting = await db.photos.where("status").equals("waiting").count();
  if (!secrets.get()?.token || waiting === 0) return showPhotos();
  const options = { client: uploads, pauses: photoPauses, asking: pictures.asking };
  const end = await sendPhotos({ ...(await sendOptions()), ...options, onChange: () => void showPhotos() });
  if (await hasEnded(end, pictures)) return;
  await showPhotos();
  // The end of the shift waits for photos, which may have been sent now.
  void rows.send();
}

/** Handles the end of a drain; true when the phone has been wiped. */
async function hasEnded(end: DrainEnd, queue: { lookAgainAt(time: number): void }): Promise<boolean> {
  if (end.is === "wipe") {
    await disable();
    return true;
  }
  if (end.is === "sign_in") await endSession();
  if (end.is === "idle" && end.wakeAt !== undefined) queue.lookAgainAt(end.wakeAt);
  return false;
}

/** "Try now": the driver knows that there is network again. */
export function tryNow(): Promise<void> {
  pauses.endAll();
  photoPauses.endAll();
  return sendNow();
}

/** Number of the last request for the shift, and of the newest one that has succeeded. */
let requested = 0;
let fetched = 0;
/** Whether the shift may have changed since it was fetched: the stream reports each change once, and a fetch can fail. */
const isBehind = () => fetched < requested;

/** Fetches the shift where the server can be reached; without network the stored one is used. */
export async function refreshQuietly() {
  requested += 1;
  const turn = requested;
  await quietly(async () => {
    await refresh();
    fetched = Math.max(fetched, turn);
  });
}

async function quietly(fetchIt: () => Promise<void>) {
  try {
    await fetchIt();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    await obey(error);
  }
}

async function obey({ code, status }: ApiProblem) {
  if (code === "AUTH_DEVICE_DISABLED") await disable();
  else if (status === 401 && code !== "UNREACHABLE") await endSession();
}

/** Follows changes for as long as the app is unlocked; ends by the signal. */
export async function followShift(signal: AbortSignal) {
  try {
    const token = () => secrets.get()?.token ?? undefined;
    const options = { tab: thisTab, baseUrl, token, signal, onState: streamIs, longestWaitMs: 10_000 };
    for await (const messages of followSharedBatches(options)) {
      const types = messages.map(({ type }) => type);
      // One fetch contains all messages that were reported together.
      if (types.includes("critical message")) await quietly(refreshMessages);
      if (types.some(concernsShift)) await refreshQuietly();
    }
  } catch (error) {
    if (error instanceof ApiProblem) await obey(error);
    else if (!signal.aborted) throw error;
  } finally {
    isStreamOpen = false;
  }
}

function streamIs(state: SharedState) {
  // Another window of the app begins to read the stream for all of them.
  if (state.is === "connecting") return;
  isStreamOpen = state.is === "open";
  // A server that refuses with too many streams can be reached; the shift is polled as without a stream.
  setOnline(state.is === "open" || state.isRefused);
  if (isStreamOpen) void tryNow().then(refreshQuietly).then(refreshSettings);
}

const concernsShift = (type: string) => /^(case|tour|reset)/.test(type);

/** Fetches the shift again after a change elsewhere. */
export const lookAgain = () =>
  Promise.all([sendNow(), refreshQuietly(), quietly(refreshMessages)]).then(() => undefined);

/** Checks at once whether the server is there; a locked phone fetches nothing, and checks anyway. */
async function askAtOnce() {
  const { short_code } = company.get() ?? {};
  if (cacheKey.get() !== null) await Promise.all([refreshQuietly(), quietly(refreshMessages)]);
  else if (short_code !== undefined)
    await quietly(async () => {
      await openApi().getTenantConfig({ short_code });
    });
}

/** Leaves unsent entries to the service worker when the app is closed, where the phone can do that. */
const leaveTheRest = () => {
  if (unsent.get() + planned.get() + waitingPositions.get() > 0) void device.push.sendLater();
};

/** Sends for as long as the page lives. */
export function keepSending() {
  const look = () => {
    void sendNow();
    void quietly(refreshMessages);
  };
  const poll = () => {
    look();
    void purge();
    if (!isStreamOpen || isBehind()) void refreshQuietly();
  };
  window.addEventListener("online", () => {
    networkIs(true);
    // A driver who unlocked without network after the session had ended has to begin the next one now.
    if (secrets.get()?.user && !secrets.get()?.token) lock();
    void tryNow();
    void askAtOnce();
  });
  window.addEventListener("offline", () => networkIs(false));
  document.addEventListener("visibilitychange", poll);
  document.addEventListener("visibilitychange", leaveTheRest);
  setInterval(poll, LOOK_EVERY_MS);
  noteFaults();
  cacheKey.subscribe(() => {
    note(cacheKey.get() ? "unlocked" : "locked");
    if (!cacheKey.get()) forgetShift();
    look();
  });
  poll();
}
