import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { SignedInColleague } from "../console-testkit";
import type { ScreenTestDay } from "./screen-day";

export type CompanyCode = SignedInColleague["company"];
export type Language = "de" | "en";
export type ColorScheme = "light" | "dark";

/** Context in which a screen is opened. */
export interface ScreenScenarioContext {
  readonly page: Page;
  readonly day: ScreenTestDay;
  /** The signed-in user. */
  readonly colleague: SignedInColleague;
  readonly language: Language;
  /** Text of the console by file and key: `queue.filter`. */
  readonly word: (key: string) => string;
}

/**
 * State of the console that a user can get to, and the way there. Screenshots and accessibility are tested on the same
 * list.
 */
export interface ScreenScenario {
  readonly name: string;
  /** Company; the funeral company by default. */
  readonly company?: CompanyCode;
  /** Path in the address bar. */
  readonly path: string | ((day: ScreenTestDay) => string);
  /** Whether the user has not signed in yet. */
  readonly isSignedOut?: boolean;
  /** User to sign in for this screen alone, because the session is to end. */
  readonly who?: string;
  /** Behaviour of the network from the beginning. */
  readonly network?: (page: Page) => Promise<unknown>;
  /** Waits until the screen is ready; by default until the board is live and no request is open. */
  readonly isReady?: (stage: ScreenScenarioContext) => Promise<unknown>;
  readonly reach?: (stage: ScreenScenarioContext) => Promise<unknown>;
  /** Undoes the changes that the screen needed. */
  readonly leave?: (stage: ScreenScenarioContext) => Promise<unknown>;
  /** Pictured in all sizes, schemes and languages; any other screen once. */
  readonly isMain?: boolean;
  /** Shows the map. Other screens are checked without one: it takes longer to draw than all the rest. */
  readonly isOfMap?: boolean;
  /** The lists never arrive, so there is no map. */
  readonly isBeforeMap?: boolean;
  /** Pictured down to its end, and not only the part in view. */
  readonly isWholePage?: boolean;
}

const messagesFolder = new URL("../../apps/console/messages/", import.meta.url);

/** Texts of the console, for steps that have to find something by its text. */
export function createConsoleTextLookup(language: Language): ScreenScenarioContext["word"] {
  const own = new URL(`${language}/`, messagesFolder);
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
