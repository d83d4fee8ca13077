/** Work of the phone by itself while a shift lasts. */
import type { PositionFix } from "#device/device.ts";
import { phoneFunctions } from "#device/this-device.ts";
import {
  type FixFilterState,
  createFixFilterState,
  filterStateAfterClockJump,
  fixByPhoneClock,
  isFixKept,
} from "#positions/fix-filter.ts";
import { storePosition } from "#positions/send-positions.ts";
import { certainClockOffset, clockOffset } from "../api.ts";
import { dutyOfShift, lastPositionFix, offDutyState, waitingPositionCount } from "./duty.ts";
import { driverDb, requireDeviceKey, phoneSecrets } from "../phone.ts";
import { isPositionAllowed, keepsScreenOn } from "../preferences.ts";
import { sendPositionsNow } from "./position-sending.ts";
import { shiftStore } from "../shift.ts";
import { watchStorageSpace } from "../space.ts";

const SEND_POSITIONS_EVERY_MS = 30_000;
let currentDuty = offDutyState;
let currentDriverId: string | undefined;
let endTracking: (() => void) | undefined;
let endScreenOn: (() => void) | undefined;

/** Follows the duty for as long as the page lives. */
export function startApplyingDutyToPhone() {
  const look = () => {
    const known = shiftStore.get();
    const user_id = phoneSecrets.get()?.user?.id;
    // While locked, the shift continues as it was; after a wipe or with another driver there is none.
    if (user_id !== currentDriverId) currentDuty = offDutyState;
    else if (known.isKnown) currentDuty = dutyOfShift(known);
    currentDriverId = user_id;
    applyDuty();
  };
  const send = () => void sendPositionsNow();
  currentDriverId = phoneSecrets.get()?.user?.id;
  shiftStore.subscribe(look);
  phoneSecrets.subscribe(look);
  keepsScreenOn.subscribe(look);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  setInterval(send, SEND_POSITIONS_EVERY_MS);
  look();
  send();
  watchStorageSpace();
}

function applyDuty() {
  if (currentDuty.isTracked) endTracking ??= startTracking();
  else {
    endTracking?.();
    endTracking = undefined;
  }
  if (currentDuty.isOpen && keepsScreenOn.get()) endScreenOn ??= phoneFunctions.screen.keepOn();
  else {
    endScreenOn?.();
    endScreenOn = undefined;
  }
}

function startTracking(): () => void {
  let filter: FixFilterState = createFixFilterState(Date.now());
  let isOver = false;
  const take = (seen: PositionFix) => {
    if (isOver) return;
    const now = Date.now();
    const fix = fixByPhoneClock(seen, { now, offset: clockOffset.get() ?? 0 });
    filter = filterStateAfterClockJump(filter, now);
    if (fix.at >= filter.since) lastPositionFix.set(fix);
    if (!isFixKept(filter, fix)) return;
    filter = { ...filter, last: fix };
    void storeFix(fix);
  };
  let end: (() => void) | undefined;
  void mayWatchPosition().then((isAllowed) => {
    if (!isOver && isAllowed) end = phoneFunctions.position.watch(take);
  });
  return () => {
    isOver = true;
    lastPositionFix.set(null);
    end?.();
  };
}

/** Whether positions may be watched: the browser may ask again only when the driver has agreed before. */
export async function mayWatchPosition(): Promise<boolean> {
  const permission = await phoneFunctions.position.permission();
  return permission === "granted" || (permission === "prompt" && isPositionAllowed.get());
}

/** Restarts tracking, so that a permission given in the meantime takes effect at once. */
export function restartPositionTracking() {
  endTracking?.();
  endTracking = undefined;
  applyDuty();
}

async function storeFix(fix: PositionFix) {
  const user_id = phoneSecrets.get()?.user?.id;
  if (user_id === undefined) return;
  await storePosition(fix, certainClockOffset(), { db: driverDb, deviceKey: await requireDeviceKey(), user_id });
  waitingPositionCount.set(await driverDb.positions.count());
}
