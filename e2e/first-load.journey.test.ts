import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import { hasChromium } from "./browser";
import { type SignedInColleague, type OpenedConsole, expectEventually } from "./console-testkit";
import { openBoardWithRunningTour } from "./console-with-work-testkit";

describe.skipIf(!hasChromium)("the first load of the board (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let colleague: SignedInColleague;
  let isUsable: (page: Page) => Promise<void>;
  beforeAll(async () => {
    ({ product, colleague, isUsable } = await openBoardWithRunningTour());
  });
  afterAll(() => product.close());

  it("the first load of the console requests its data once, before the code that shows it has arrived", async () => {
    const asked: string[] = [];
    const firstScreen = ["GET /api/v1/dashboard", "POST /api/v1/cases-request", "GET /api/v1/tours"];
    const page = await product.look(colleague, {
      prepare: async (opened) => {
        opened.on("request", (request) => {
          const { pathname } = new URL(request.url());
          const isStream = request.headers()["accept"]?.includes("event-stream") === true;
          const isCount = (request.postDataJSON() as { size?: number } | null)?.size === 1;
          if (!isStream && !isCount) asked.push(`${request.method()} ${pathname}`);
        });
        // The code comes only when all requests have been sent.
        await opened.route(/\/assets\/(frame|board)-[^/]+\.js$/, async (route) => {
          await expectEventually(async () => firstScreen.every((call) => asked.includes(call))).toBe(true);
          await route.continue();
        });
      },
    });
    await isUsable(page);
    await page.getByText("Live", { exact: true }).waitFor();
    for (const call of firstScreen) expect([call, asked.filter((other) => other === call).length]).toEqual([call, 1]);
    await page.close();
  });

  it("the board works in browsers without Temporal", async () => {
    const page = await product.look(colleague, {
      prepare: (opened) => opened.addInitScript(() => Reflect.deleteProperty(globalThis, "Temporal")),
    });
    await isUsable(page);
    expect(await page.evaluate(() => "Temporal" in globalThis)).toBe(false);
    await page.close();
  });

  it("the console asks for the password again when the session ends, even if no script can be loaded", async () => {
    const leaving = await product.signIn("bestattung", "dispo3");
    const onTheirWay = new Set<Request>();
    let isAhead = false;
    const page = await product.look(leaving, {
      prepare: async (opened) => {
        opened.on("request", (request) => {
          if (isScriptUrl(request.url())) onTheirWay.add(request);
          isAhead ||= request.url().includes("/session-ended-dialog-");
        });
        opened.on("requestfinished", (request) => onTheirWay.delete(request));
      },
    });
    // The stream reports that the session has ended.
    await page.getByText("Live", { exact: true }).waitFor();
    await expectEventually(async () => isAhead && onTheirWay.size === 0).toBe(true);
    await page.route(/\/assets\//, (route) => route.abort());
    await leaving.api.changeOwnPassword({
      old_password: DEMONSTRATION_PASSWORD,
      new_password: `${DEMONSTRATION_PASSWORD}!`,
    });
    await page.getByRole("dialog", { name: "Die Sitzung ist beendet" }).waitFor();
    await page.close();
  });
});

const isScriptUrl = (url: string) => new URL(url).pathname.endsWith(".js");
