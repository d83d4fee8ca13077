import { sleepUnlessAborted } from "@leitstand/client/pause";
import { OutboxChainPauses, drainOutbox, type QueueSendingResult } from "#outbox/drain.ts";
import { isShiftStartUnsent } from "#outbox/shift-start.ts";
import { sendPhotos } from "#photos/send-photos.ts";
import { sendPositions } from "#positions/send-positions.ts";
import { sendCaseReceipts } from "#push/receipts.ts";
import { workerDb, findSignedInPhone, type WorkerPhoneIdentity, wipeDisabledPhone } from "./phone.ts";
import { findAppWindows, workerScope } from "./scope.ts";

workerScope.addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(sendWaitingEntries());
});

/**
 * Sends waiting entries while the app is not open. Throws where there is still no network: the browser then tries again
 * later.
 */
async function sendWaitingEntries() {
  const [page] = await findAppWindows();
  // A visible page sends by itself, and shows the results.
  if (page?.visibilityState === "visible") return;
  const phone = await findSignedInPhone();
  if (phone === undefined || phone.secrets.token === null) return;
  await phone.learnClockOffset();
  const end = await sendEverything(phone);
  if (end === "wipe") await wipeDisabledPhone();
  if (end === "again") throw new Error("The server was not reached.");
  page?.postMessage({ is: "pushed" });
}

type SyncEnd = "done" | "again" | "sign_in" | "wipe";

/** Sends all: positions wait for the start of the shift, the end of the work for them, and its finish for photos. */
async function sendEverything(phone: WorkerPhoneIdentity): Promise<SyncEnd> {
  const { client, clockOffset } = phone;
  const steps: (() => Promise<SyncEnd>)[] = [
    () => sendRowsOf(phone),
    () => sendPositionsOf(phone),
    // Sends rows that had to wait for positions, and later those that had to wait for photos.
    () => sendRowsOf(phone),
    () => sendPicturesOf(phone),
    () => sendRowsOf(phone),
    async () => syncEndOf(await sendCaseReceipts({ db: workerDb, client, clockOffset })),
    () => sendPlannedOf(phone),
  ];
  for (const step of steps) {
    const end = await step();
    if (end !== "done") return end;
  }
  return "done";
}

const syncEndOf = (end: SyncEnd | "refused"): SyncEnd => (end === "refused" ? "done" : end);

const sendRowsOf = async (phone: WorkerPhoneIdentity) => {
  const pauses = new OutboxChainPauses();
  return syncEndOfDrain(await drainForPhone(phone, pauses), pauses);
};

const drainForPhone = ({ deviceKey, client, clockOffset }: WorkerPhoneIdentity, pauses: OutboxChainPauses) =>
  drainOutbox({ db: workerDb, deviceKey, client, clockOffset, pauses });

const sendPicturesOf = async ({ deviceKey, uploads: client, clockOffset }: WorkerPhoneIdentity) => {
  const pauses = new OutboxChainPauses();
  const onChange = () => undefined;
  return syncEndOfDrain(await sendPhotos({ db: workerDb, deviceKey, client, clockOffset, pauses, onChange }), pauses);
};

/** Longest wait in milliseconds: a browser ends work that lasts for minutes, and calls again later. */
const PLANNED_WAIT_MAX_MS = 60_000;

/** Sends planned entries that are due soon; for later ones the browser has to call again. */
async function sendPlannedOf(phone: WorkerPhoneIdentity): Promise<SyncEnd> {
  const pauses = new OutboxChainPauses();
  for (;;) {
    const end = await drainForPhone(phone, pauses);
    if (end.is !== "idle" || end.wakeAt === undefined || pauses.until.size > 0) return syncEndOfDrain(end, pauses);
    const ms = end.wakeAt - Date.now();
    if (ms > PLANNED_WAIT_MAX_MS) return "again";
    await sleepUnlessAborted(ms, undefined);
  }
}

const syncEndOfDrain = (end: QueueSendingResult, { until }: OutboxChainPauses): SyncEnd => {
  if (end.is !== "idle") return end.is;
  return until.size > 0 ? "again" : "done";
};

async function sendPositionsOf({ deviceKey, client, clockOffset, secrets }: WorkerPhoneIdentity): Promise<SyncEnd> {
  const user_id = secrets.user?.id;
  if (user_id === undefined || (await isShiftStartUnsent(workerDb, deviceKey))) return "done";
  return sendPositions({ db: workerDb, deviceKey, client, clockOffset, user_id });
}
