import type { Page } from "playwright-core";

/** What the app shows, as far as it matters for what its driver does next. */
export interface AppScreen {
  readonly title: string;
  /** What the one large button says, without its hint; empty where there is none. */
  readonly primary: string;
  /** What else is offered, as text. */
  readonly actions: readonly string[];
  /** Of the case that the screen is about, as the phone's own way back knows it; empty where it is about none. */
  readonly case_id: string;
  /** A new case rings over all else. */
  readonly rings: boolean;
  /** Something was refused, and nobody has decided what becomes of it. */
  readonly isRefused: boolean;
  readonly hasMessage: boolean;
}

export const lookAt = (page: Page): Promise<AppScreen> =>
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
