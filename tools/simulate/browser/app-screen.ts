import type { Page } from "playwright-core";

/** Parts of the app's screen that decide what its driver does next. */
export interface DriverAppScreen {
  readonly title: string;
  /** Text of the large button, without its hint; empty on a screen without one. */
  readonly primary: string;
  /** Labels of the other actions on the screen. */
  readonly actions: readonly string[];
  /** Id of the case that the screen is about, from the phone's own address; empty where it is about none. */
  readonly case_id: string;
  /** Whether a new case rings over all else. */
  readonly rings: boolean;
  /** An action was refused, and the driver has not decided yet what becomes of it. */
  readonly isRefused: boolean;
  readonly hasMessage: boolean;
}

export const readDriverAppScreen = (page: Page): Promise<DriverAppScreen> =>
  page.evaluate(() => ({
    title: document.querySelector(".head h1")?.firstChild?.textContent?.trim() ?? "",
    primary:
      [...document.querySelectorAll<HTMLElement>("button.primary")].at(-1)?.innerText.split("\n")[0]?.trim() ?? "",
    actions: [...document.querySelectorAll<HTMLElement>(".foot .text-action")].map(({ innerText }) => innerText),
    case_id: (history.state as { readonly id?: string } | null)?.id ?? "",
    rings: document.querySelector("dialog.alarm[open]") !== null,
    isRefused: document.querySelector(".refused-notice") !== null,
    hasMessage: document.querySelector(".message .read") !== null,
  }));
