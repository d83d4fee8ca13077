import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Chromium of Debian; without it, tests in a browser are skipped. */
const chromiumPath = "/usr/bin/chromium";
export const hasChromium = existsSync(chromiumPath);

/**
 * Headless build of the same Chromium release without windows and notices, which takes a quarter less of the processor.
 * The gate uses it where it is installed; `npm run prove` uses the full browser, as users do.
 */
const headlessShellPath = "/usr/bin/chromium-headless-shell";
const defaultBrowserPath =
  process.env["QUICK_BROWSER"] === "true" && existsSync(headlessShellPath) ? headlessShellPath : chromiumPath;

/**
 * Features to switch off. Chromium takes only the last such list: Playwright's own, and the two pages that each window
 * keeps below its address bar.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

const browserFlags = [
  `--disable-features=${disabledFeatures.join(",")}`,
  "--no-sandbox",
  // Without a graphics card, drawing on the processor is faster than emulating one.
  "--disable-gpu",
  "--disable-gpu-rasterization",
  "--disable-gpu-compositing",
  "--disable-background-networking",
  // Makes letters and colours look the same on every machine.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
];

/**
 * Flags for the map, which alone needs WebGL: emulated by the processor, it takes longer than all the rest of the
 * board.
 */
const webGlFlags = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const noWebGlFlags = ["--disable-3d-apis"];

const { resolve } = createRequire(import.meta.url);
/** Fonts in the older web format (WOFF): browsers read no WOFF2 from the system. */
const shippedFonts = [
  "@fontsource/inter/files/inter-latin-400-normal.woff",
  "@fontsource/inter/files/inter-latin-600-normal.woff",
  "@fontsource/inter/files/inter-latin-ext-400-normal.woff",
  "@fontsource/inter/files/inter-latin-ext-600-normal.woff",
  "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff",
];
let fontConfiguration: string | undefined;

/**
 * Font configuration (FONTCONFIG_FILE) with the product's fonts alone. Fonts installed on the machine would replace
 * missing signs, and look different on each machine.
 */
function writeFontConfiguration(): string {
  if (fontConfiguration !== undefined) return fontConfiguration;
  const home = mkdtempSync(join(tmpdir(), "leitstand-fonts-"));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  const fonts = join(home, "fonts");
  mkdirSync(fonts);
  for (const [index, font] of shippedFonts.entries())
    writeFileSync(join(fonts, `${index}.ttf`), unpackWoffFont(readFileSync(resolve(font))));
  fontConfiguration = join(home, "fonts.conf");
  writeFileSync(
    fontConfiguration,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(home, "cache")}</cachedir>
  <alias binding="same"><family>monospace</family><prefer><family>JetBrains Mono</family></prefer></alias>
  <alias binding="same"><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
  <match target="pattern"><edit name="hintstyle" mode="append"><const>hintslight</const></edit></match>
  <match target="font"><edit name="antialias" mode="assign"><bool>true</bool></edit></match>
  <match target="font"><edit name="hinting" mode="assign"><bool>true</bool></edit></match>
  <match target="font"><edit name="hintstyle" mode="assign"><const>hintslight</const></edit></match>
</fontconfig>
`,
  );
  return fontConfiguration;
}

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** Unpacks the font in a WOFF file (W3C Recommendation, sections 3 to 5): its tables unchanged, one after the other. */
function unpackWoffFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts = [directory];
  let at = directory.length;
  for (let table = 0; table < count; table++) {
    const entry = WOFF_HEADER_BYTES + WOFF_ENTRY_BYTES * table;
    const [start = 0, packed = 0, length = 0] = [4, 8, 12].map((offset) => woff.readUInt32BE(entry + offset));
    const stored = woff.subarray(start, start + packed);
    const data = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(stored) : stored).copy(data);
    const place = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * table;
    woff.copy(directory, place, entry, entry + 4);
    woff.copy(directory, place + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(at, place + 8);
    directory.writeUInt32BE(length, place + 12);
    parts.push(data);
    at += data.length;
  }
  return Buffer.concat(parts);
}

const browserEnvironment = () => ({ ...process.env, FONTCONFIG_FILE: writeFontConfiguration() });

/** Milliseconds after which a page counts as hung, even on a busy machine. */
const PAGE_TIMEOUT_MS = 60_000;

function withLongTimeouts(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return context;
}

const launchExecutable = (executablePath: string, more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath, env: browserEnvironment(), args: [...browserFlags, ...more] });

export const launchBrowser = (...more: readonly string[]) => launchExecutable(defaultBrowserPath, more);

/** Launches a browser that keeps its data in a folder, from one start to the next. */
export const launchBrowserWithProfile = async (
  folder: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> =>
  withLongTimeouts(
    await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath,
      env: browserEnvironment(),
      args: browserFlags,
      ...options,
    }),
  );

/** Requirements on a browser beyond drawing pages. */
interface BrowserNeeds {
  readonly hasMap?: boolean;
  /** Whether pages can show system notices. */
  readonly hasNotices?: boolean;
}

/** Running browsers, one of each kind; each ends with this process. */
const runningBrowsers = new Map<string, Promise<Browser>>();

async function launchBrowserFor({ hasMap = false, hasNotices = false }: BrowserNeeds): Promise<Browser> {
  const path = hasNotices ? chromiumPath : defaultBrowserPath;
  const kind = `${path} ${hasMap}`;
  const known = await runningBrowsers.get(kind);
  if (known?.isConnected()) return known;
  const started = launchExecutable(path, hasMap ? webGlFlags : noWebGlFlags);
  runningBrowsers.set(kind, started);
  return started;
}

type PrepareContext = (context: BrowserContext) => Promise<unknown>;
interface ShareOptions extends BrowserNeeds {
  /** Prepares every context before a page opens in it. */
  readonly prepare?: PrepareContext;
}

/**
 * Contexts that one test file has opened. Files share the browser itself, because starting one takes longer than
 * opening a page; the contexts are closed with this share.
 */
export class TestFileBrowserContexts {
  private readonly contexts = new Set<BrowserContext>();

  private constructor(
    private readonly browser: Browser,
    private readonly prepare: PrepareContext | undefined,
  ) {}

  static async open({ prepare, ...needs }: ShareOptions = {}): Promise<TestFileBrowserContexts> {
    return new TestFileBrowserContexts(await launchBrowserFor(needs), prepare);
  }

  async newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = withLongTimeouts(await this.browser.newContext(options));
    await this.prepare?.(context);
    this.contexts.add(context);
    context.once("close", () => this.contexts.delete(context));
    return context;
  }

  /** Opens a page in a context of its own, which is closed with it. */
  async newPage(options?: BrowserContextOptions): Promise<Page> {
    const context = await this.newContext(options);
    const page = await context.newPage();
    page.once("close", () => void context.close());
    return page;
  }

  version = () => this.browser.version();

  async close() {
    for (const context of this.contexts) await context.close();
  }
}
