import { pause } from "@leitstand/client/pause";
import { ChainPauses, drain, type DrainEnd } from "#outbox/drain.ts";
import { STEPS_AND_PHOTOS } from "#outbox/outbox-row.ts";
import { isStartWaiting } from "#outbox/start-waiting.ts";
import { sendPhotos } from "#photos/send-photos.ts";
import { sendPositions } from "#positions/send-positions.ts";
import { sendReceipts } from "#push/receipts.ts";
import { db, findPhone, type Phone, wipe } from "./phone.ts";
import { openWindows, worker } from "./scope.ts";

worker.addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(sendWaiting());
});

/**
 * Sends waiting entries while the app is not open. Throws where there is still no network: the browser then tries again
 * later.
 */
async function sendWaiting() {
  const [page] = await openWindows();
  // A visible page sends by itself, and shows the results.
  if (page?.visibilityState === "visible") return;
  const phone = await findPhone();
  if (phone === undefined || phone.secrets.token === null) return;
  const end = await sendAll(phone);
  if (end === "wipe") await wipe();
  if (end === "again") throw new Error("The server was not reached.");
  page?.postMessage({ is: "pushed" });
}

type SendEnd = "done" | "again" | "sign_in" | "wipe";

/** Sends all in the order of the page: the end of a shift comes after all else. */
async function sendAll(phone: Phone): Promise<SendEnd> {
  const { client, clockOffset } = phone;
  const isEnding = (await db.outbox.filter(({ needs }) => needs === STEPS_AND_PHOTOS).count()) > 0;
  const steps: (() => Promise<SendEnd>)[] = [
    async () => (isEnding ? positionsOf(phone) : "done"),
    () => rowsOf(phone),
    () => picturesOf(phone),
    // Rows that have waited for the pictures.
    () => rowsOf(phone),
    () => positionsOf(phone),
    async () => endOf(await sendReceipts({ db, client, clockOffset })),
    () => plannedOf(phone),
  ];
  for (const step of steps) {
    const end = await step();
    if (end !== "done") return end;
  }
  return "done";
}

const endOf = (end: SendEnd | "refused"): SendEnd => (end === "refused" ? "done" : end);

const rowsOf = async (phone: Phone) => {
  const pauses = new ChainPauses();
  return endOfDrain(await drainFor(phone, pauses), pauses);
};

const drainFor = ({ deviceKey, client, clockOffset }: Phone, pauses: ChainPauses) =>
  drain({ db, deviceKey, client, clockOffset, pauses });

const picturesOf = async ({ deviceKey, uploads: client, clockOffset }: Phone) => {
  const pauses = new ChainPauses();
  const onChange = () => undefined;
  return endOfDrain(await sendPhotos({ db, deviceKey, client, clockOffset, pauses, onChange }), pauses);
};

/** Longest wait in milliseconds: a browser ends work that lasts for minutes, and calls again later. */
const HELD_MS = 60_000;

/** Sends planned entries that are due soon; for later ones the browser has to call again. */
async function plannedOf(phone: Phone): Promise<SendEnd> {
  const pauses = new ChainPauses();
  for (;;) {
    const end = await drainFor(phone, pauses);
    if (end.is !== "idle" || end.wakeAt === undefined || pauses.until.size > 0) return endOfDrain(end, pauses);
    const ms = end.wakeAt - Date.now();
    if (ms > HELD_MS) return "again";
    await pause(ms, undefined);
  }
}

const endOfDrain = (end: DrainEnd, { until }: ChainPauses): SendEnd => {
  if (end.is !== "idle") return end.is;
  return until.size > 0 ? "again" : "done";
};

async function positionsOf({ deviceKey, client, clockOffset, secrets }: Phone): Promise<SendEnd> {
  const user_id = secrets.user?.id;
  if (user_id === undefined || (await isStartWaiting(db, deviceKey))) return "done";
  return sendPositions({ db, deviceKey, client, clockOffset, user_id });
}
