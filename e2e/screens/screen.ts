import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { Colleague } from "../console-testkit";
import type { ScreenDay } from "./screen-day";

export type Company = Colleague["company"];
export type Language = "de" | "en";
export type Scheme = "light" | "dark";

/** Where somebody stands who wants to see a state of the console. */
export interface Stage {
  readonly page: Page;
  readonly day: ScreenDay;
  /** Who is signed in there. */
  readonly colleague: Colleague;
  readonly language: Language;
  /** What is written there, by file and key: `queue.filter`. */
  readonly word: (key: string) => string;
}

/** A state of the console that somebody can get to, and how. Screenshots and accessibility are tested on the same list. */
export interface Screen {
  readonly name: string;
  /** Left out: the undertaker's. */
  readonly company?: Company;
  /** From the address bar. */
  readonly path: string | ((day: ScreenDay) => string);
  /** Nobody has signed in here yet. */
  readonly isSignedOut?: boolean;
  /** Signed in on its own, because the session is to end. */
  readonly who?: string;
  /** How the network behaves from the beginning. */
  readonly network?: (page: Page) => Promise<unknown>;
  /** Left out: the board is live, and nothing on it is awaited. */
  readonly isReady?: (stage: Stage) => Promise<unknown>;
  readonly reach?: (stage: Stage) => Promise<unknown>;
  /** Puts back what had to be changed. */
  readonly leave?: (stage: Stage) => Promise<unknown>;
  /** Pictured in all sizes, schemes and languages; any other once. */
  readonly isMain?: boolean;
  /** Has to do with the map. Others are looked at without one: it takes longer to draw than all the rest. */
  readonly isOfMap?: boolean;
  /** The lists come first: as long as they are awaited there is no map. */
  readonly isBeforeMap?: boolean;
  /** Down to its end, and not only what fits on the screen. */
  readonly isWholePage?: boolean;
}

const folder = new URL("../../apps/console/messages/", import.meta.url);

/** The texts of the console, for steps that have to find something by its words. */
export function wordsOf(language: Language): Stage["word"] {
  const own = new URL(`${language}/`, folder);
  const texts = Object.fromEntries(
    readdirSync(own).map((file) => [
      file.replace(/(\.later)?\.json$/, ""),
      JSON.parse(readFileSync(new URL(file, own), "utf8")),
    ]),
  );
  return (key) => {
    const text = key.split(".").reduce<unknown>((found, part) => (found as Record<string, unknown>)?.[part], texts);
    if (typeof text !== "string") throw new Error(`The console has no text ${key}.`);
    return text;
  };
}
