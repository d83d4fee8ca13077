import type { Page, Request } from "playwright-core";
import { createClient } from "../../packages/client/src/client";
import { type SignedInColleague, type OpenedConsole, expectEventually, openConsole } from "../console-testkit";
import { createMorningOfDispatching, type ScreenTestDay } from "./screen-day";
import {
  type CompanyCode,
  type Language,
  type ScreenScenario,
  type ColorScheme,
  type ScreenScenarioContext,
  createConsoleTextLookup,
} from "./screen";
import { StoppedClock } from "./stopped-clock";

/** A Wednesday in November, 09:41 in both companies, regardless of when the tests run. */
const SCREENS_NOW = "2026-11-18T08:41:00Z";
const screenSizes = {
  "1440": { width: 1440, height: 900 },
  "1920": { width: 1920, height: 1080 },
  "1024": { width: 1024, height: 768 },
};
export type ScreenSize = keyof typeof screenSizes;

/** Kinds of requests that a complete page has answered: parts of it are loaded when they are first shown. */
const AWAITED_REQUEST_KINDS: ReadonlySet<string> = new Set(["fetch", "script", "stylesheet"]);

/** One browser window that goes from screen to screen. */
export class ScreenBrowser {
  /** Whether the browser has WebGL; without it a text replaces the map. */
  readonly hasMap: boolean;
  private readonly product: OpenedConsole;
  private readonly clock: StoppedClock;
  private readonly days: Readonly<Record<CompanyCode, ScreenTestDay>>;
  /** Requests of the page without an answer; a stream never ends. */
  private readonly awaited = new Set<Request>();

  private constructor(
    readonly page: Page,
    of: {
      product: OpenedConsole;
      clock: StoppedClock;
      days: Readonly<Record<CompanyCode, ScreenTestDay>>;
      hasMap: boolean;
    },
  ) {
    this.hasMap = of.hasMap;
    this.product = of.product;
    this.clock = of.clock;
    this.days = of.days;
    page.on("request", (request) => {
      const isStream = request.headers()["accept"]?.includes("text/event-stream");
      if (AWAITED_REQUEST_KINDS.has(request.resourceType()) && !isStream) this.awaited.add(request);
    });
    const ended = (request: Request) => this.awaited.delete(request);
    page.on("requestfinished", ended);
    page.on("requestfailed", ended);
  }

  static async start({ hasMap }: { readonly hasMap: boolean }): Promise<ScreenBrowser> {
    const clock = new StoppedClock(SCREENS_NOW);
    const product = await openConsole({ clock, prepare: (url) => clock.rule(url), hasJobs: false, hasMap });
    const bestattung = await createMorningOfDispatching(product, clock, "bestattung");
    const pannenhilfe = await createMorningOfDispatching(product, clock, "pannenhilfe");
    const context = await product.browser.newContext({
      viewport: screenSizes["1440"],
      reducedMotion: "reduce",
      locale: "de-AT",
    });
    // Timers run, so that the page works; only its time is fixed.
    await context.clock.setFixedTime(clock.now());
    context.setDefaultTimeout(15_000);
    return new ScreenBrowser(await context.newPage(), { product, clock, days: { bestattung, pannenhilfe }, hasMap });
  }

  get isAwaiting() {
    return this.awaited.size > 0;
  }

  get version() {
    return this.product.browser.version();
  }

  async close() {
    await this.clock.release();
    await this.product.close();
  }

  /** Opens a screen as in a newly started browser. */
  async open(screen: ScreenScenario, language: Language): Promise<ScreenScenarioContext> {
    const { page, product } = this;
    const company = screen.company ?? "bestattung";
    const day = this.days[company];
    const colleague = screen.who === undefined ? day.colleague : await product.signIn(company, screen.who);
    const stage = { page, day, colleague, language, word: createConsoleTextLookup(language) };
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${product.url}/favicon.svg`);
    await page.mouse.move(0, 0);
    await page.evaluate(replaceStorage, await this.keptBy(colleague, language, screen.isSignedOut ?? false));
    await screen.network?.(page);
    await page.goto(`${product.url}${typeof screen.path === "string" ? screen.path : screen.path(day)}`);
    await (screen.isReady ?? waitForBoard)(stage);
    await screen.reach?.(stage);
    if (!screen.isBeforeMap) await expectEventually(() => Promise.resolve(this.isAwaiting)).toBe(false);
    return stage;
  }

  private async keptBy({ company, token, email }: SignedInColleague, language: Language, isSignedOut: boolean) {
    const preferences = { language, scheme: "auto", density: "compact", letterShortcuts: true, panes: {} };
    if (isSignedOut) return { "leitstand.preferences": preferences };
    return {
      "leitstand.session": { token, email, expires_at: "2099-01-01T00:00:00Z" },
      "leitstand.tenant": await createClient({ baseUrl: this.product.url }).getTenantConfig({ short_code: company }),
      "leitstand.preferences": preferences,
    };
  }

  async show(look: { readonly scheme: ColorScheme; readonly size: ScreenSize }) {
    await this.page.emulateMedia({ colorScheme: look.scheme });
    await this.page.setViewportSize(screenSizes[look.size]);
  }
}

const replaceStorage = (kept: Record<string, unknown>) => {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value));
};

async function waitForBoard({ page, word }: ScreenScenarioContext) {
  await page.locator('[data-is="live"]').first().waitFor();
  await page
    .getByRole("treegrid")
    .or(page.getByText(word("tours.empty")))
    .first()
    .waitFor();
  await page.waitForFunction(() => document.querySelector(".ui-skeleton") === null);
  // The map is loaded when the lists are there.
  await page
    .locator(".maplibregl-map")
    .or(page.getByText(word("map.no_webgl")))
    .first()
    .waitFor();
}
