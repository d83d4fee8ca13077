import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

/** Debian's; without it there is no browser to look with. */
const executablePath = "/usr/bin/chromium";
export const hasBrowser = existsSync(executablePath);

const flags = [
  "--no-sandbox",
  // Without a graphics card the processor draws a page itself sooner than it plays one.
  "--disable-gpu",
  "--disable-gpu-rasterization",
  "--disable-gpu-compositing",
  "--disable-background-networking",
  // Letters and colours look the same on every machine.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
];

export const launchBrowser = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...flags, ...more] });

/** A browser that keeps what it knows in a folder, from one start to the next. */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { executablePath, args: flags, ...options });
