import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole } from "./console-testkit";
import { openBoardWithRunningTour } from "./console-with-work-testkit";

const FIRST_LOAD_KIB_MAX = 250;

describe.skipIf(!hasChromium)("the size of the first load of the board (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  let isUsable: (page: Page) => Promise<void>;
  beforeAll(async () => {
    ({ product, colleague, isUsable } = await openBoardWithRunningTour());
  });
  afterAll(() => product.close());

  it(`the first load of the board is at most ${FIRST_LOAD_KIB_MAX} KiB of compressed scripts until cases and tours are there, without the map`, async () => {
    const scripts: Response[] = [];
    let letFollow = () => {};
    const isShown = new Promise<void>((resolve) => (letFollow = resolve));
    const page = await product.look(colleague, {
      prepare: async (opened) => {
        opened.on("response", (response) => {
          if (isScriptUrl(response.url()) && !/map/i.test(response.url())) scripts.push(response);
        });
        // Loaded when the browser is idle, which on a quick machine is before the board: the board does not wait for
        // it.
        await opened.route(/\/assets\/stream-parts-[^/]+\.js$/, (route) => isShown.then(() => route.continue()));
      },
    });
    await isUsable(page);
    letFollow();
    const bodies = await Promise.all(scripts.map((script) => script.body()));
    const kib = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024;
    expect(kib).toBeGreaterThan(100);
    expect(kib).toBeLessThanOrEqual(FIRST_LOAD_KIB_MAX);
    await page.close();
  });
});

const isScriptUrl = (url: string) => new URL(url).pathname.endsWith(".js");
