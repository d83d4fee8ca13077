import type { Browser } from "playwright-core";
import { hasChromium, launchBrowser } from "../../../e2e/browser";

/** Flag of Chromium that switches off the drawn map, which the tests do not need and which the processor would draw at great cost. */
const WITHOUT_MAP_FLAG = "--disable-3d-apis";

/**
 * Opens a browser for a driver with the app; undefined, with a message, where there is no browser here or no app there.
 */
export async function openDriverAppBrowser(url: string, say: (line: string) => void): Promise<Browser | undefined> {
  if (!hasChromium) {
    say("NO BROWSER: there is no /usr/bin/chromium, so no phone runs the app itself. Simulated phones go on without.");
    return undefined;
  }
  const answer = await fetch(`${url}/driver/`, { headers: { accept: "text/html" } });
  await answer.body?.cancel();
  if (answer.ok) return launchBrowser(WITHOUT_MAP_FLAG);
  say(`NO APP: ${url}/driver/ answered ${answer.status}, so no phone runs it. Simulated phones go on without.`);
  return undefined;
}
