import { createMemory, whenForgotten } from "#work/memory.ts";
import { device } from "#device/this-device.ts";
import { clockOffset } from "#work/api.ts";
import { isRinging } from "#work/ringing.ts";
import { shift } from "#work/shift.ts";
import { type Alarm, alarmsOf } from "./alarm.ts";
import { Bell } from "./bell.ts";

/** Alarms that wait for an answer, the most urgent first. */
export const alarms = createMemory<readonly Alarm[]>([]);
export const bell = new Bell(device.sound);
whenForgotten(() => bell.forget());

export const serverNow = () => Date.now() + (clockOffset.get() ?? 0);

/** Shows and rings alarms for as long as the tour is on the screen, and falls silent when they are over. */
export function followAlarms(tour_id: string): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let mayRing = false;
  const look = () => {
    const now = serverNow();
    const current = alarmsOf(shift.get(), tour_id, now);
    alarms.set(current);
    isRinging.set(current.length > 0);
    if (mayRing) bell.follow(current);
    clearTimeout(timer);
    const [first] = current;
    if (first !== undefined) timer = setTimeout(look, first.answer_until - now);
  };
  // Only one of several windows rings.
  const ringUntilTheEnd = () => {
    mayRing = true;
    look();
    return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  navigator.locks.request("alarm", { signal }, ringUntilTheEnd).catch(() => undefined);
  const unsubscribe = shift.subscribe(look);
  look();
  return () => {
    controller.abort();
    clearTimeout(timer);
    unsubscribe();
    alarms.set([]);
    isRinging.set(false);
    bell.follow([]);
  };
}
