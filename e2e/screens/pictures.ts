import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { encodePalettePng } from "./packed-png";
import type { ScreenScenario } from "./screen";
import type { ScreenBrowser } from "./screen-browser";

const referenceShotsDir = fileURLToPath(new URL("./shots/", import.meta.url));
/** Folder of results, which is not in the repository. */
const resultsDir = fileURLToPath(new URL("../../test-results/screens/", import.meta.url));
const chromiumVersionFile = join(referenceShotsDir, "chromium-version.txt");
const isUpdatingShots = process.env["UPDATE_SHOTS"] === "1";

/** Share of a picture that may differ, and the difference from which a pixel counts: about six shades of 255. */
const DIFFERING_SHARE_MAX = 0.002;
const PIXEL_THRESHOLD = 0.04;
const COMPARE_TRIES = 20;

/**
 * Undefined as soon as the page equals the stored picture; else the difference once it is at rest, and where the
 * pictures are. With UPDATE_SHOTS=1 the page at rest is stored.
 */
export async function findScreenshotDifference(
  browser: ScreenBrowser,
  screen: ScreenScenario,
  name: string,
): Promise<string | undefined> {
  const { page, version } = browser;
  const kept = join(referenceShotsDir, `${name}.png`);
  if (!isUpdatingShots && !existsSync(kept)) return `${name} has no kept picture. UPDATE_SHOTS=1 keeps one.`;
  const wanted = isUpdatingShots ? undefined : PNG.sync.read(readFileSync(kept));
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  let before: Buffer | undefined;
  let difference: PictureDifference | undefined;
  // Two equal pictures in a row do not prove that the page is complete: a retry may be under way.
  for (let tries = 0; tries < COMPARE_TRIES; tries++) {
    const isWhole = await isPageDrawn(browser, screen);
    const now = await page.screenshot({ animations: "disabled", fullPage: screen.isWholePage ?? false });
    const isAtRest = isWhole && before?.equals(now) === true;
    if (wanted === undefined && isAtRest) return updateReferenceShot(kept, now, version);
    if (wanted !== undefined && !isAtRest) difference = comparePictures(wanted, now);
    if (wanted !== undefined && isWhole && difference === undefined) return undefined;
    before = now;
  }
  if (before === undefined || difference === undefined) throw new Error("The page does not come to rest.");
  if (difference.drawn) writeResultPicture(`${name}.difference`, difference.drawn);
  return `${name} ${difference.said}: ${writeResultPicture(name, before)}${browserVersionHint(version)}`;
}

/** Whether no request is open and the map, which comes last, has drawn all its data. */
async function isPageDrawn(browser: ScreenBrowser, { isBeforeMap = false }: ScreenScenario): Promise<boolean> {
  const { page } = browser;
  const hasMap = browser.hasMap && !isBeforeMap && (await page.locator("#main").count()) > 0;
  const map = page.locator('.maplibregl-map[aria-busy="false"]');
  if (hasMap) await map.waitFor({ state: "attached" });
  await page.evaluate(waitAFewFrames);
  return (isBeforeMap || !browser.isAwaiting) && (!hasMap || (await map.count()) > 0);
}

/** Waits a few frames, so that the last answer has been drawn. */
const waitAFewFrames = () =>
  new Promise<void>((resolve) => {
    const next = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
    next(4);
  });

interface PictureDifference {
  readonly said: string;
  readonly drawn?: Buffer;
}

/** Compares pictures; undefined when they look the same. */
function comparePictures(wanted: PNG, taken: Buffer): PictureDifference | undefined {
  const now = PNG.sync.read(taken);
  const { width, height } = wanted;
  if (width !== now.width || height !== now.height)
    return { said: `is ${now.width}x${now.height}, was ${width}x${height}` };
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(wanted.data, now.data, difference.data, width, height, {
    threshold: PIXEL_THRESHOLD,
    includeAA: true,
  });
  if (pixels <= width * height * DIFFERING_SHARE_MAX) return undefined;
  const share = ((pixels / width / height) * 100).toFixed(2);
  return { said: `differs in ${pixels} pixels (${share} %)`, drawn: PNG.sync.write(difference) };
}

function updateReferenceShot(kept: string, taken: Buffer, version: string): undefined {
  mkdirSync(referenceShotsDir, { recursive: true });
  writeFileSync(kept, encodePalettePng(PNG.sync.read(taken)));
  writeFileSync(chromiumVersionFile, `${version}\n`);
}

function writeResultPicture(name: string, picture: Buffer): string {
  mkdirSync(resultsDir, { recursive: true });
  const path = join(resultsDir, `${name}.png`);
  writeFileSync(path, picture);
  return path;
}

/** Hint about another browser version, which draws letters slightly differently. */
function browserVersionHint(version: string): string {
  const kept = existsSync(chromiumVersionFile) ? readFileSync(chromiumVersionFile, "utf8").trim() : "none";
  return kept === version ? "" : ` (kept pictures were drawn with Chromium ${kept}, this is ${version})`;
}
