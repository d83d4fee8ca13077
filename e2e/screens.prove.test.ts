import { afterAll, beforeAll, describe, it } from "vitest";
import { hasChromium } from "./browser";
import { consoleScreenScenarios } from "./screens/console-screens";
import { checkScreen } from "./screens/check-screen";
import { ScreenBrowser } from "./screens/screen-browser";

const mainAndMapScreens = consoleScreenScenarios.filter(({ isMain, isOfMap }) => isMain || isOfMap);

describe.skipIf(!hasChromium)("the screens of the console (needs /usr/bin/chromium)", () => {
  let browser: ScreenBrowser;
  beforeAll(async () => {
    browser = await ScreenBrowser.start({ hasMap: true });
  });
  afterAll(() => browser.close());

  it.each(mainAndMapScreens.map((screen) => [screen.name, screen] as const))(
    "a screen of the console equals its stored screenshot, and has no layout or accessibility faults: %s",
    (_, screen) => checkScreen(browser, screen),
    120_000,
  );
});
