import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { onTestFailed } from "vitest";
import { createDocsSite } from "../apps/api/src/platform/sites/docs-site";
import { buildDocs } from "../tools/build.mjs";
import { TestFileBrowserContexts } from "./browser";

// Builds the documentation unless an earlier test file, or `npm test`, has done so.
await buildDocs();
export const docsBuild = fileURLToPath(new URL("../apps/docs/build/", import.meta.url));
const screenshotsDir = fileURLToPath(new URL("../test-results/", import.meta.url));

/** Every route of the specification's table, with the title of its page. */
export const docsPageTitleByRoute = {
  "/": "Home",
  "/openapi/": "API reference",
  "/docs/intro": "Introduction",
  "/docs/examples": "Examples",
  "/docs/release_history": "Release history",
  "/docs/webhooks": "Webhooks",
  "/docs/api/": "API",
  "/docs/api/authentication": "Authentication",
  "/docs/api/basics": "Basics",
  "/docs/api/clients": "Clients and SDKs",
  "/docs/api/links": "Links",
  "/docs/api/nested_resources": "Nested resources",
  "/docs/api/pagination_sorting_filtering": "Pagination, sorting, filtering",
  "/docs/api/rate_limiting": "Rate limiting",
  "/docs/api/server_side_events": "Server-side events",
  "/docs/api/tracing": "Tracing",
  "/docs/api/errors/": "Errors",
  "/docs/api/errors/error-types": "Error types",
  "/docs/concepts/": "Concepts",
  "/docs/concepts/tenant": "Tenant",
  "/docs/concepts/user": "User",
} as const;

export const desktopViewportOptions = { viewport: { width: 1440, height: 900 } };
export const phoneViewportOptions = { viewport: { width: 390, height: 844 } };

export interface DocsSite {
  readonly url: string;
  readonly browser: TestFileBrowserContexts;
  /** Opens a page in a browser profile of its own, without an address yet. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page at a path, ready to be used. */
  look(path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

interface DocsSiteOptions {
  readonly apiOrigin?: string;
  readonly siteOrigin?: string;
  readonly analyticsScript?: string;
  readonly feedbackUrl?: string;
}

/** Serves the site as it is built. */
export async function startDocs({
  apiOrigin = "http://127.0.0.1:9",
  ...options
}: DocsSiteOptions = {}): Promise<DocsSite> {
  const site = createDocsSite({ folder: docsBuild, apiOrigin, ...options });
  const url = await site.listen({ host: "127.0.0.1", port: 0 });
  const browser = await TestFileBrowserContexts.open();
  const newPage = async (options: BrowserContextOptions = {}) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: url, ...options });
    // A screenshot says more than the message that an element was missing.
    onTestFailed(async ({ task }) => {
      await page.screenshot({ path: `${screenshotsDir}${task.name.replaceAll(/\W+/g, "-")}.png` });
    });
    return page;
  };
  return {
    url,
    browser,
    newPage,
    look: async (path, options) => {
      const page = await newPage(options);
      await page.goto(path);
      await waitUntilHydrated(page);
      return page;
    },
    close: async () => {
      await browser.close();
      await site.close();
    },
  };
}

/** Waits until the page is interactive, which Docusaurus marks on the document. */
export const waitUntilHydrated = (page: Page) => page.waitForSelector("html[data-has-hydrated=true]");

/** Rules of axe that depend on colours; others need no second run in the dark. */
export const axeColorRules = ["color-contrast", "link-in-text-block"];
