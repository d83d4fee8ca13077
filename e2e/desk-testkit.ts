import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFailed } from "vitest";
import { createApp } from "../apps/api/src/app";
import { Chance } from "../apps/api/src/modules/demonstration/chance";
import { COMPANIES, DEMONSTRATION_PASSWORD } from "../apps/api/src/modules/demonstration/demonstration-companies";
import { foundCompany } from "../apps/api/src/modules/demonstration/demonstration-company.service";
import { loadPlaces } from "../apps/api/src/modules/demonstration/demonstration-places.service";
import { systemClock } from "../apps/api/src/platform/clock";
import { addConsolePages } from "../apps/api/src/platform/http/console-pages";
import { connectTo } from "../apps/api/src/testing/start-node";
import { cloneDatabase } from "../apps/api/src/testing/test-database";
import { type Client, createClient } from "../packages/client/src/client";

/** Debian's; without it there is no browser to look with. */
const browserPath = "/usr/bin/chromium";
export const hasBrowser = existsSync(browserPath);
const flags = [
  "--no-sandbox",
  "--use-gl=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
];
const consoleDir = fileURLToPath(new URL("../apps/console/dist/", import.meta.url));
/** Not kept in the repository. */
const shotsDir = fileURLToPath(new URL("../test-results/", import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Company = "bestattung" | "pannenhilfe";
export interface Colleague {
  readonly company: Company;
  readonly email: string;
  readonly token: string;
  readonly api: Client;
}
interface LookOptions extends BrowserContextOptions {
  readonly language?: "de" | "en";
  readonly scheme?: "light" | "dark";
  readonly path?: string;
  /** Where the console and the API are reached, when a broken network lies between. */
  readonly base?: string;
}
/** The product on a database of its own, with the two companies of the demonstration but without their past. */
export interface Desk {
  readonly url: string;
  readonly port: number;
  readonly browser: Browser;
  signIn(company: Company, who?: string): Promise<Colleague>;
  /** A browser of its own in which somebody is signed in. */
  look(colleague: Colleague, options?: LookOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function startDesk(): Promise<Desk> {
  const database = await cloneDatabase();
  const db = connectTo(database.url, 6);
  const places = loadPlaces();
  for (const company of COMPANIES)
    await db.systemTransaction(randomUUID(), (tx) =>
      foundCompany(tx, company, { chance: new Chance(1), pepper: "a pepper for journeys", places }),
    );
  const app = await createApp({
    db,
    clock: systemClock,
    pepper: "a pepper for journeys",
    publicUrl: "http://localhost",
    dataDir: "unused",
    rateLimitFactor: 100_000,
    corsOrigins: [],
    trustProxy: false,
    logger: { level: process.env["LOG_LEVEL"] ?? "error" },
    checksAnswers: true,
  });
  addConsolePages(app.server, consoleDir);
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  app.start();
  const browser = await chromium.launch({ executablePath: browserPath, args: flags });
  return {
    url,
    port: Number(new URL(url).port),
    browser,
    signIn: (company, who = "dispo1") => signIn(url, company, who),
    look: (colleague, options) => look(browser, { base: url, ...options }, colleague),
    close: async () => {
      await browser.close();
      await app.stop();
      await db.close();
      await database.drop();
    },
  };
}

async function signIn(url: string, company: Company, who: string): Promise<Colleague> {
  const email = `${who}@${company}.example`;
  const { tenant_key } = await createClient({ baseUrl: url }).getTenantKey({ short_code: company });
  const { token } = await createClient({ baseUrl: url, tenantKey: tenant_key }).authUser({
    email,
    password: DEMONSTRATION_PASSWORD,
  });
  return { company, email, token, api: createClient({ baseUrl: url, token: () => token }) };
}

async function look(browser: Browser, options: LookOptions & { base: string }, { company, email, token }: Colleague) {
  const { base, path = "/", language = "de", scheme = "light", ...context } = options;
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    colorScheme: scheme,
    ...context,
  });
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
  // What was on the screen says more than that something was not.
  onTestFailed(async ({ task }) => {
    await page.screenshot({ path: `${shotsDir}${task.name.replaceAll(/\W+/g, "-")}.png` });
  });
  await page.goto(`${base}${path}`);
  return page;
}

/** Everything that axe finds wrong on a page, in words. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<{ violations: AxeFault[] }> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
interface AxeFault {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** As in `expect.poll`, for what a person would wait for on a screen. */
export const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 });
