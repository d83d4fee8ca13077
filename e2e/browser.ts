import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
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

const { resolve } = createRequire(import.meta.url);
/** In the older format of the web: browsers read none of the newer one from a machine. */
const shipped = [
  "@fontsource/inter/files/inter-latin-400-normal.woff",
  "@fontsource/inter/files/inter-latin-600-normal.woff",
  "@fontsource/inter/files/inter-latin-ext-400-normal.woff",
  "@fontsource/inter/files/inter-latin-ext-600-normal.woff",
  "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff",
];
let configuration: string | undefined;

/**
 * For the FONTCONFIG_FILE of a browser: a machine that has the fonts of the product alone. What somebody has installed beside them
 * would stand in for signs and fields that the product leaves to the machine, and look different on each.
 */
function ownFonts(): string {
  if (configuration !== undefined) return configuration;
  const home = mkdtempSync(join(tmpdir(), "leitstand-fonts-"));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  const fonts = join(home, "fonts");
  mkdirSync(fonts);
  for (const [index, font] of shipped.entries())
    writeFileSync(join(fonts, `${index}.ttf`), unpacked(readFileSync(resolve(font))));
  configuration = join(home, "fonts.conf");
  writeFileSync(
    configuration,
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
  return configuration;
}

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/** The font in a WOFF file (W3C Recommendation, sections 3 to 5): its tables as they are, one after the other. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * count);
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
    const place = HEADER_BYTES + ENTRY_BYTES * table;
    woff.copy(directory, place, entry, entry + 4);
    woff.copy(directory, place + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(at, place + 8);
    directory.writeUInt32BE(length, place + 12);
    parts.push(data);
    at += data.length;
  }
  return Buffer.concat(parts);
}

const environment = () => ({ ...process.env, FONTCONFIG_FILE: ownFonts() });

export const launchBrowser = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath, env: environment(), args: [...flags, ...more] });

/** A browser that keeps what it knows in a folder, from one start to the next. */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { executablePath, env: environment(), args: flags, ...options });
