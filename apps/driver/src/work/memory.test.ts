import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { createResettableStore, resetMemory, createMemoryResetCheck, registerMemoryReset } from "./memory.ts";

/**
 * State that survives the disabling of a phone: it belongs to the browser, the app or the connection, and to no driver.
 */
const stateThatLasts = [
  "device/browser-sound.ts audioContext",
  "features/vehicle-check/check-screen.tsx noFields",
  "main.tsx hasBegunDuty",
  "outbox/fold.ts actionsThatNeedServer",
  "shared/install.ts installPromptStore",
  "shared/later.tsx lazyLoads",
  "shared/look/theme.ts themeStore",
  "shared/texts.tsx chosenLanguage",
  "shared/update.ts waitingServiceWorkerStore",
  "work/api.ts connectionState",
  "work/api.ts networkChanges",
  // The wait for the server's time ends by itself.
  "work/api.ts endWaitForOffset",
  "work/api.ts waitForOffset",
  "work/memory.ts memoryResets",
  "work/memory.ts forgetCount",
  // The database is emptied before the memory.
  "work/phone.ts driverDb",
  // These follow the signed-in driver, and end with the session.
  "work/positions/on-duty.ts currentDriverId",
  "work/positions/on-duty.ts currentDuty",
  "work/positions/on-duty.ts endScreenOn",
  "work/positions/on-duty.ts endTracking",
  // Permissions of the phone are the same for all drivers.
  "work/preferences.ts answeredPermissions",
  "work/preferences.ts isPositionAllowed",
  "work/preferences.ts keepsScreenOn",
  "work/sending.ts isStreamOpen",
  // Numbers of requests that only grow, and the rows of requests that still run.
  "work/sending.ts lastFetchedRequest",
  "work/sending.ts lastShiftRequest",
  "work/shift.ts lastRequest",
  "work/shift.ts sentRowsByRequest",
  "work/shift.ts newestAnswered",
  "work/space.ts isStorageShort",
  "work/vehicle-templates.ts NO_VEHICLE_CHECK_TEMPLATES",
];

const sourceRoot = fileURLToPath(new URL("..", import.meta.url));
const isPageSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$|^worker/.test(file);

/** Declarations by which a module keeps state. */
const MODULE_STATE_PATTERN =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^\n]+?)? = (?:new |createStore\b|create(?:Persistent|Shared)Store\b|\[\];|\{\};))/gm;

it("disabling a phone resets the variables of every module, except for those on a list", () => {
  const files = readdirSync(sourceRoot, { recursive: true, encoding: "utf8" }).filter(isPageSource);
  const kept = files.flatMap((file) => {
    const source = readFileSync(`${sourceRoot}/${file}`, "utf8");
    const names = [...source.matchAll(MODULE_STATE_PATTERN)].map(
      ([, variable, constant]) => variable ?? constant ?? "",
    );
    const isForgotten = (name: string) => new RegExp(`registerMemoryReset\\(\\(\\) => \\(?${name}\\b`).test(source);
    return names.filter((name) => !isForgotten(name)).map((name) => `${file} ${name}`);
  });
  expect(kept.toSorted()).toEqual(stateThatLasts.toSorted());
});

it("resetMemory sets each store to its initial value, and calls all registered reset functions", () => {
  const none: readonly string[] = [];
  const [names, count, forget] = [createResettableStore(none), createResettableStore(0), vi.fn()];
  registerMemoryReset(forget);
  names.set(["Fuchs, Alois"]);
  count.set(3);
  resetMemory();
  expect([names.get(), count.get()]).toEqual([none, 0]);
  expect(forget).toHaveBeenCalledOnce();
});

it("createMemoryResetCheck tells that an answer is obsolete once resetMemory was called after the request", () => {
  const isStillWanted = createMemoryResetCheck();
  expect(isStillWanted()).toBe(true);
  resetMemory();
  expect(isStillWanted()).toBe(false);
  expect(createMemoryResetCheck()()).toBe(true);
});
