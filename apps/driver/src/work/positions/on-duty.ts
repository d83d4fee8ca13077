import type { Fix } from "#device/device.ts";
import { device } from "#device/this-device.ts";
import { type FilterState, filterSince, isKept } from "#positions/fix-filter.ts";
import { keepPosition } from "#positions/send-positions.ts";
import { clockOffset } from "../api.ts";
import { dutyOf, lastFix, offDuty, waitingPositions } from "./duty.ts";
import { db, deviceKey, secrets } from "../phone.ts";
import { positionIsAllowed, screenStaysOn } from "../preferences.ts";
import { sendPositionsNow } from "./position-sending.ts";
import { shift } from "../shift.ts";
import { watchSpace } from "../space.ts";

/** Work of the phone by itself while a shift lasts. */

const SEND_EVERY_MS = 30_000;
let duty = offDuty;
let driver: string | undefined;
let endTracking: (() => void) | undefined;
let endScreen: (() => void) | undefined;

/** Follows the duty for as long as the page lives. */
export function followDuty() {
  const look = () => {
    const known = shift.get();
    const user_id = secrets.get()?.user?.id;
    // While locked, the shift continues as it was; after a wipe or with another driver there is none.
    if (user_id !== driver) duty = offDuty;
    else if (known.isKnown) duty = dutyOf(known);
    driver = user_id;
    obey();
  };
  const send = () => void sendPositionsNow();
  driver = secrets.get()?.user?.id;
  shift.subscribe(look);
  secrets.subscribe(look);
  screenStaysOn.subscribe(look);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  setInterval(send, SEND_EVERY_MS);
  look();
  send();
  watchSpace();
}

function obey() {
  if (duty.isTracked) endTracking ??= track();
  else {
    endTracking?.();
    endTracking = undefined;
  }
  if (duty.isOpen && screenStaysOn.get()) endScreen ??= device.screen.keepOn();
  else {
    endScreen?.();
    endScreen = undefined;
  }
}

function track(): () => void {
  let filter: FilterState = filterSince(Date.now());
  let isOver = false;
  const take = (fix: Fix) => {
    if (isOver) return;
    if (fix.at >= filter.since) lastFix.set(fix);
    if (!isKept(filter, fix)) return;
    filter = { ...filter, last: fix };
    void keep(fix);
  };
  let end: (() => void) | undefined;
  void mayWatch().then((isAllowed) => {
    if (!isOver && isAllowed) end = device.position.watch(take);
  });
  return () => {
    isOver = true;
    lastFix.set(null);
    end?.();
  };
}

/** Whether positions may be watched: the browser may ask again only when the driver has agreed before. */
export async function mayWatch(): Promise<boolean> {
  const permission = await device.position.permission();
  return permission === "granted" || (permission === "prompt" && positionIsAllowed.get());
}

/** Restarts tracking, so that a permission given in the meantime takes effect at once. */
export function trackAgain() {
  endTracking?.();
  endTracking = undefined;
  obey();
}

async function keep(fix: Fix) {
  const user_id = secrets.get()?.user?.id;
  if (user_id === undefined) return;
  await keepPosition(fix, clockOffset.get(), { db, deviceKey: await deviceKey(), user_id });
  waitingPositions.set(await db.positions.count());
}
