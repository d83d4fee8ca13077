import { createResettableStore, registerMemoryReset } from "#work/memory.ts";
import { phoneFunctions } from "#device/this-device.ts";
import { serverTimeNow } from "#shared/time/use-now.ts";
import { isAlarmRinging } from "#work/ringing.ts";
import { shiftStore } from "#work/shift.ts";
import { type CaseAlarm, findPendingAlarms } from "./alarm.ts";
import { AlarmBell } from "./bell.ts";

/** Alarms that wait for an answer, the most urgent first. */
export const pendingAlarmsStore = createResettableStore<readonly CaseAlarm[]>([]);
export const alarmBell = new AlarmBell(phoneFunctions.sound);
registerMemoryReset(() => alarmBell.forget());

/** Shows and rings alarms for as long as the tour is on the screen, and falls silent when they are over. */
export function showAndRingAlarms(tour_id: string): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let mayRing = false;
  const look = () => {
    const now = serverTimeNow();
    const current = findPendingAlarms(shiftStore.get(), tour_id, now);
    pendingAlarmsStore.set(current);
    isAlarmRinging.set(current.length > 0);
    if (mayRing) alarmBell.follow(current);
    clearTimeout(timer);
    const [first] = current;
    if (first !== undefined) timer = setTimeout(look, first.answer_until - now);
  };
  // When several windows of the app are open, only one of them rings.
  const ringUntilTheEnd = () => {
    mayRing = true;
    look();
    return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  navigator.locks.request("alarm", { signal }, ringUntilTheEnd).catch(() => undefined);
  const unsubscribe = shiftStore.subscribe(look);
  look();
  return () => {
    controller.abort();
    clearTimeout(timer);
    unsubscribe();
    pendingAlarmsStore.set([]);
    isAlarmRinging.set(false);
    alarmBell.follow([]);
  };
}
