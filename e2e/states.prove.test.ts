import { afterAll, beforeAll, describe, it } from "vitest";
import { hasChromium } from "./browser";
import { consoleScreenScenarios } from "./screens/console-screens";
import { checkScreen } from "./screens/check-screen";
import { ScreenBrowser } from "./screens/screen-browser";

describe.skipIf(!hasChromium)("states beside the screens (needs /usr/bin/chromium)", () => {
  let browser: ScreenBrowser;
  beforeAll(async () => {
    browser = await ScreenBrowser.start({ hasMap: false });
  });
  afterAll(() => browser.close());

  it.each(
    consoleScreenScenarios
      .filter(({ isMain, isOfMap }) => !isMain && !isOfMap)
      .map((screen) => [screen.name, screen] as const),
  )(
    "the console in a particular state equals its stored screenshot, and has no layout or accessibility faults: %s",
    (_, screen) => checkScreen(browser, screen),
    120_000,
  );
});
