import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFailed } from "vitest";
import { type AppOptions, createApp } from "../apps/api/src/app";
import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import type { DemoStaff } from "../apps/api/src/demonstration/demonstration-company.service";
import type { Clock } from "../apps/api/src/platform/clock";
import type { Database } from "../apps/api/src/platform/database/database";
import { addConsolePages, addDriverPages } from "../apps/api/src/platform/sites/console-pages";
import { addMapTileRoutes } from "../apps/api/src/platform/sites/map-tiles";
import type { MapTileArchive } from "../apps/api/src/platform/files/tile-archive";
import { createDemonstrationCompanies } from "../apps/api/src/testing/demonstration-companies";
import { connectTestDatabase, testNodeOptions } from "../apps/api/src/testing/start-node";
import { testClock } from "../apps/api/src/testing/test-clock";
import { cloneDatabase } from "../apps/api/src/testing/test-database";
import { type Client, createClient } from "../packages/client/src/client";
import { TestFileBrowserContexts } from "./browser";
import { cloneDemonstrationDatabase } from "./clone-demonstration-database";
import { serveWorkerWithClock } from "./driver/moved-workers";
import { startPageClockAt, setPageTime } from "./page-clock";

const consoleBuildDir = fileURLToPath(new URL("../apps/console/dist/", import.meta.url));
/** Built app of the drivers. */
export const driverBuildDir = fileURLToPath(new URL("../apps/driver/dist/", import.meta.url));
/** Folder of screenshots, which is not in the repository. */
const screenshotsDir = fileURLToPath(new URL("../test-results/", import.meta.url));

const DATABASE_POOL_SIZE = 6;

type CompanyCode = "bestattung" | "pannenhilfe";
export interface SignedInColleague {
  readonly company: CompanyCode;
  readonly email: string;
  readonly token: string;
  readonly api: Client;
  /** Clock of the console that the user has signed in to. */
  readonly clock: Clock;
}
interface OpenPageOptions extends BrowserContextOptions {
  readonly language?: "de" | "en";
  readonly scheme?: "light" | "dark";
  readonly path?: string;
  /** Address of console and API, when a proxy that breaks the network lies between. */
  readonly base?: string;
  /** Prepares the page before it opens. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}
/** The product on a database of its own, with the two companies of the demonstration but without their past. */
export interface OpenedConsole {
  readonly db: Database;
  /** Staff by the short codes of the companies. */
  readonly staff: ReadonlyMap<string, DemoStaff>;
  readonly url: string;
  readonly port: number;
  readonly browser: TestFileBrowserContexts;
  /** Clock of the server and of every browser. */
  readonly clock: Clock;
  signIn(company: CompanyCode, who?: string, password?: string): Promise<SignedInColleague>;
  /** Opens the console in a new browser context, signed in as that user. */
  look(colleague: SignedInColleague, options?: OpenPageOptions): Promise<Page>;
  close(): Promise<void>;
}

interface ConsoleOptions {
  /** Clock of a test that stops time, together with that of its database; by default the clock of tests. */
  readonly clock?: Clock;
  /** Runs before anything is written into the database. */
  readonly prepare?: (databaseUrl: string) => Promise<void>;
  /** False: no background jobs run, so that only the test changes data. */
  readonly hasJobs?: boolean;
  /** Whether the browser can draw the map; by default the board says that it cannot. */
  readonly hasMap?: boolean;
  /** Whether pages may show system notices. */
  readonly hasNotices?: boolean;
  /** Tiles of the region that was imported last; by default those of a real import. */
  readonly tiles?: () => MapTileArchive;
  /** Rate limits as a multiple of the documented ones; by default practically none. */
  readonly rateLimitFactor?: number;
  /** Folder of files; by default one that is deleted afterwards. */
  readonly dataDir?: string;
  /** Folder of the drivers' app; by default the built one. */
  readonly driverDir?: string;
  /** Servers on this machine that the product may call. */
  readonly egressAllow?: AppOptions["egressAllow"];
}

export async function openConsole(options: ConsoleOptions = {}): Promise<OpenedConsole> {
  const { clock = testClock, prepare, hasJobs = true, hasMap = false, hasNotices = false, tiles } = options;
  const ownDir = mkdtempSync(join(tmpdir(), "leitstand-console-"));
  const { database, db, staff } = await (prepare ? foundCompaniesAfter(prepare) : connectToFoundedDatabase());
  const app = await createApp({
    ...testNodeOptions(db),
    clock,
    demonstration: true,
    dataDir: options.dataDir ?? ownDir,
    ...(options.rateLimitFactor !== undefined && { rateLimitFactor: options.rateLimitFactor }),
    ...(options.egressAllow && { egressAllow: options.egressAllow }),
  });
  serveWorkerWithClock(app.server, clock);
  addMapTileRoutes(app.server, () => tiles?.() ?? app.geoData.mapTiles());
  addConsolePages(app.server, consoleBuildDir);
  addDriverPages(app.server, options.driverDir ?? driverBuildDir);
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  if (hasJobs) app.start();
  const browser = await TestFileBrowserContexts.open({
    hasMap,
    hasNotices,
    prepare: (context) => startPageClockAt(context, clock),
  });
  const contexts = new ContextPool(browser);
  return {
    db,
    clock,
    staff,
    url,
    port: Number(new URL(url).port),
    browser,
    signIn: (company, who = "dispo1", password = DEMONSTRATION_PASSWORD) =>
      signIn({ url, clock }, `${who}@${company}.example`, password),
    look: (colleague, options) => openPage(contexts, { base: url, ...options }, colleague),
    close: async () => {
      await browser.close();
      await app.stop();
      await db.close();
      await database.drop();
      rmSync(ownDir, { recursive: true, force: true });
    },
  };
}

async function connectToFoundedDatabase() {
  const { database, staff } = await cloneDemonstrationDatabase();
  return { database, db: connectTestDatabase(database.url, DATABASE_POOL_SIZE), staff };
}

async function foundCompaniesAfter(prepare: (databaseUrl: string) => Promise<void>) {
  const database = await cloneDatabase();
  await prepare(database.url);
  const db = connectTestDatabase(database.url, DATABASE_POOL_SIZE);
  return { database, db, staff: await createDemonstrationCompanies(db) };
}

async function signIn(
  { url, clock }: Pick<OpenedConsole, "url" | "clock">,
  email: string,
  password: string,
): Promise<SignedInColleague> {
  const company = email.replace(/^.*@(.*)\.example$/, "$1") as CompanyCode;
  const { tenant_key } = await createClient({ baseUrl: url }).getTenantKey({ short_code: company });
  const { token } = await createClient({ baseUrl: url, tenantKey: tenant_key }).authUser({
    email,
    password,
  });
  return { company, email, token, clock, api: createClient({ baseUrl: url, token: () => token }) };
}

/** Browser contexts that are used again: in one that has shown the console before, its files are cached, and a page opens sooner. */
class ContextPool {
  private readonly used = new Map<string, BrowserContext[]>();

  constructor(readonly browser: TestFileBrowserContexts) {}

  /** Opens a page without the data of earlier ones, in a context that has no page open. */
  async newPage(origin: string, options: BrowserContextOptions): Promise<Page> {
    const kind = JSON.stringify(options);
    const used = this.used.get(kind) ?? [];
    this.used.set(kind, used);
    const free = used.find((context) => context.pages().length === 0);
    const page = await (free ?? (await this.add(used, options))).newPage();
    if (free) await clearOriginData(page, origin);
    return page;
  }

  private async add(used: BrowserContext[], options: BrowserContextOptions) {
    const context = await this.browser.newContext(options);
    used.push(context);
    context.once("close", () => used.splice(used.indexOf(context), 1));
    return context;
  }
}

/** Deletes all data of the origin, but not its cached files. */
async function clearOriginData(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "cookies,local_storage,indexeddb,service_workers,cache_storage",
  });
  await session.detach();
}

async function openPage(
  contexts: ContextPool,
  options: OpenPageOptions & { base: string },
  { company, email, token, clock }: SignedInColleague,
) {
  const { base, path = "/", language = "de", scheme = "light", prepare, ...more } = options;
  const context = {
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    colorScheme: scheme,
    ...more,
  } as const;
  // Preparations such as a clock may stay with the context, so it is not reused.
  const page = await (prepare ? contexts.browser.newPage(context) : contexts.newPage(base, context));
  await setPageTime(page.context(), clock);
  const tenant = await createClient({ baseUrl: base }).getTenantConfig({ short_code: company });
  await page.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
    },
    {
      "leitstand.session": { token, email, expires_at: "2099-01-01T00:00:00Z" },
      "leitstand.tenant": tenant,
      "leitstand.preferences": { language, scheme, density: "compact", letterShortcuts: true, panes: {} },
    },
  );
  // A screenshot says more than the message that an element was missing.
  onTestFailed(async ({ task }) => {
    await page.screenshot({ path: `${screenshotsDir}${task.name.replaceAll(/\W+/g, "-")}.png` });
  });
  await prepare?.(page);
  await page.goto(`${base}${path}`);
  return page;
}

/**
 * Longest wait in milliseconds: a phone that missed an event looks again after 20 s, and a pause between two attempts
 * is 30 s at most.
 */
const EVENTUALLY_TIMEOUT_MS = 60_000;

/** Polls like `expect.poll`, for what a user would wait for on a screen. */
export const expectEventually = <T>(read: () => Promise<T>) =>
  expect.poll(read, { timeout: EVENTUALLY_TIMEOUT_MS, interval: 50 });
