import type { Page } from "playwright-core";
import type { OutboxPage } from "./outbox-page";
import { bundlePage, callsOf, type Mutant } from "./planted-page";

export const bundleOutbox = (mutant?: Mutant): Promise<string> =>
  bundlePage({ entry: "outbox-page.ts", folder: "outbox" }, mutant);

export type OutboxPhone = OutboxPage & { readonly page: Page };

/** Calls to the open page of the outbox. */
export const outboxOn = (page: Page): OutboxPhone => ({
  page,
  ...callsOf<OutboxPage>(page, "outboxPage", ["write", "note", "drain", "fetch", "rows", "takeBack", "bytes", "vault"]),
});
