import { afterAll, beforeAll, describe, it } from "vitest";
import { hasBrowser } from "./browser";
import { hasTime } from "./has-time";
import { screens } from "./screens/board-states";
import { lookAt } from "./screens/look-at";
import { ScreenBrowser } from "./screens/screen-browser";

const all = screens.filter(({ isMain, isOfMap }) => isMain || isOfMap);
/** In continuous integration every second one, the others on the next day. */
const looked = hasTime ? all : all.filter((_, index) => (index + new Date().getUTCDate()) % 2 === 0);

describe.skipIf(!hasBrowser)("the screens of the console (needs /usr/bin/chromium)", () => {
  let browser: ScreenBrowser;
  beforeAll(async () => {
    browser = await ScreenBrowser.start({ hasMap: true });
  });
  afterAll(() => browser.close());

  it.each(looked.map((screen) => [screen.name, screen] as const))(
    "look as they are kept, and stand in nobody's way: %s",
    (_, screen) => lookAt(browser, screen),
    120_000,
  );
});
