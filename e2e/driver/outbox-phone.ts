import type { Page } from "playwright-core";
import type { OutboxPage } from "./outbox-page";
import { bundlePage, pageCalls, type SourceMutant } from "./planted-page";

export const bundleOutbox = (mutant?: SourceMutant): Promise<string> =>
  bundlePage({ entry: "outbox-page.ts", folder: "outbox" }, mutant);

export type OutboxPhone = OutboxPage & { readonly page: Page };

/** Calls to the open page of the outbox. */
export const outboxOfPage = (page: Page): OutboxPhone => ({
  page,
  ...pageCalls<OutboxPage>(page, "outboxPage", [
    "write",
    "note",
    "drain",
    "fetch",
    "rows",
    "takeBack",
    "bytes",
    "vault",
  ]),
});
