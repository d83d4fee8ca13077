import type { Page } from "playwright-core";
import type { OutboxTestPage } from "./outbox-page";
import { bundleAppPartPage, createPageCalls, type SourceMutant } from "./planted-page";

export const bundleOutboxTestPage = (mutant?: SourceMutant): Promise<string> =>
  bundleAppPartPage({ entry: "outbox-page.ts", folder: "outbox" }, mutant);

export type OpenedOutboxTestPage = OutboxTestPage & { readonly page: Page };

/** Calls to the open page of the outbox. */
export const outboxCallsOfPage = (page: Page): OpenedOutboxTestPage => ({
  page,
  ...createPageCalls<OutboxTestPage>(page, "outboxPage", [
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
