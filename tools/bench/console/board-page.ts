import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { createClient } from "../../../packages/client/src/client";

const browserPath = "/usr/bin/chromium";
const browserFlags = ["--no-sandbox", "--use-gl=swiftshader", "--enable-unsafe-swiftshader"];

export const launchBenchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath, args: browserFlags });

/** Dispatcher who opens a board, and the server's address. */
export interface BoardViewer {
  readonly url: string;
  readonly short_code: string;
  readonly email: string;
  readonly token: string;
}

/** Opens an empty page in a context of its own; pages of `url` opened in it find a dispatcher signed in. */
export async function openSignedInDispatcherPage(
  browser: Browser,
  { url, short_code, email, token }: BoardViewer,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", locale: "de" });
  const session = { token, email, expires_at: "2099-01-01T00:00:00Z" };
  const tenant = await createClient({ baseUrl: url }).getTenantConfig({ short_code });
  await page.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { "leitstand.session": JSON.stringify(session), "leitstand.tenant": JSON.stringify(tenant) },
  );
  // The loader of these files wraps functions in a helper that a page does not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  return page;
}

/**
 * Waits until the map and its shaders have been drawn for the first time; later it is busy again with each new
 * position.
 */
export const waitUntilMapDrawn = async (page: Page) => {
  await page.locator("canvas").first().waitFor({ timeout: DRAWN_WITHIN_MS });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, {
    polling: "raf",
    timeout: DRAWN_WITHIN_MS,
  });
};
const DRAWN_WITHIN_MS = 120_000;

/** Processor time that the main thread of a page has used. */
export class MainThreadTimer {
  private constructor(private readonly devtools: CDPSession) {}

  static async of(page: Page): Promise<MainThreadTimer> {
    const devtools = await page.context().newCDPSession(page);
    // Measures the page's own CPU time: real time would count what other processes take of a shared machine.
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    return new MainThreadTimer(devtools);
  }

  /** Milliseconds of its CPU time that went into tasks during the work. */
  async during(work: () => Promise<unknown>): Promise<number> {
    const before = await this.taskSeconds();
    await work();
    return ((await this.taskSeconds()) - before) * 1_000;
  }

  private async taskSeconds(): Promise<number> {
    const { metrics } = await this.devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  }
}
