import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { createMemory, forgetMemory, untilForgotten, whenForgotten } from "./memory.ts";

/**
 * State that survives the disabling of a phone: it belongs to the browser, the app or the connection, and to no driver.
 */
const stays = [
  "device/browser-sound.ts context",
  "features/vehicle-check/check-screen.tsx none",
  "main.tsx hasBegun",
  "outbox/fold.ts needServer",
  "shared/install.ts install",
  "shared/later.tsx loads",
  "shared/look/theme.ts theme",
  "shared/texts.tsx chosen",
  "shared/update.ts newVersion",
  "work/api.ts connection",
  "work/api.ts networkChanges",
  "work/memory.ts resets",
  "work/memory.ts times",
  // Emptied before everything else.
  "work/phone.ts db",
  // They follow the signed-in driver, and end with the session.
  "work/positions/on-duty.ts driver",
  "work/positions/on-duty.ts duty",
  "work/positions/on-duty.ts endScreen",
  "work/positions/on-duty.ts endTracking",
  // The same for all drivers: permissions of the phone.
  "work/preferences.ts askedSteps",
  "work/preferences.ts positionIsAllowed",
  "work/preferences.ts screenStaysOn",
  "work/sending.ts isStreamOpen",
  // Numbers of requests that only grow, and the rows of requests that still run.
  "work/sending.ts fetched",
  "work/sending.ts requested",
  "work/shift.ts asked",
  "work/shift.ts containing",
  "work/shift.ts newest",
  "work/space.ts isShortOfSpace",
  "work/vehicle-templates.ts NO_TEMPLATES",
];

const root = fileURLToPath(new URL("..", import.meta.url));
const isOfPage = (file: string) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$|^worker/.test(file);

/** Declarations by which a module keeps state. */
const KEPT =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^\n]+?)? = (?:new |createStore\b|createKeptStore\b|\[\];|\{\};))/gm;

it("disabling a phone resets the state of every module, except for what is listed here", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(isOfPage);
  const kept = files.flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, "utf8");
    const names = [...source.matchAll(KEPT)].map(([, variable, constant]) => variable ?? constant ?? "");
    const isForgotten = (name: string) => new RegExp(`whenForgotten\\(\\(\\) => \\(?${name}\\b`).test(source);
    return names.filter((name) => !isForgotten(name)).map((name) => `${file} ${name}`);
  });
  expect(kept.toSorted()).toEqual(stays.toSorted());
});

it("forgetMemory gives each store its first value again, and calls all registered resets", () => {
  const none: readonly string[] = [];
  const [names, count, forget] = [createMemory(none), createMemory(0), vi.fn()];
  whenForgotten(forget);
  names.set(["Fuchs, Alois"]);
  count.set(3);
  forgetMemory();
  expect([names.get(), count.get()]).toEqual([none, 0]);
  expect(forget).toHaveBeenCalledOnce();
});

it("an answer to a request from before forgetMemory is no longer wanted", () => {
  const isStillWanted = untilForgotten();
  expect(isStillWanted()).toBe(true);
  forgetMemory();
  expect(isStillWanted()).toBe(false);
  expect(untilForgotten()()).toBe(true);
});
