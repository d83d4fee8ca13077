import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { EVENT_LOG_READ_LOCK } from "../apps/api/src/platform/events/event-looks";
import { hasChromium } from "./browser";
import { type OpenedConsole, expectEventually, openConsole } from "./console-testkit";
import { anOpenCase } from "./tours-testkit";

/** More refusals than the client's own attempts. */
const REFUSAL_COUNT = 6;

describe.skipIf(!hasChromium)("a board that is refused at first (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let databaseUrl: string;
  beforeAll(async () => {
    product = await openConsole({
      prepare: async (url) => {
        databaseUrl = url;
      },
    });
  });
  afterAll(() => product.close());

  it("a board that the server first refused appears automatically once the server answers, and is live", async () => {
    const colleague = await product.signIn("bestattung");
    const page = await product.look(colleague, { path: "/sign-in" });
    let refused = 0;
    await page.route("**/api/v1/dashboard", async (route) => {
      if (route.request().headers()["accept"]?.includes("event-stream") || refused >= REFUSAL_COUNT)
        return route.continue();
      refused++;
      await route.fulfill({ status: 500, contentType: "text/plain", body: "not yet" });
    });
    await page.goto(product.url);
    await page.getByText(/^Verbindung verloren, Stand/).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    expect(refused).toBe(REFUSAL_COUNT);
    await anOpenCase(colleague, "Nach der Störung");
    await expectEventually(() => page.getByRole("option").filter({ hasText: "Nach der Störung" }).count()).toBe(1);
    await page.close();
  });

  it("the board keeps working while a script of it cannot be loaded, and shows that part once the network is back", async () => {
    const colleague = await product.signIn("bestattung");
    let isCut = true;
    let refused = 0;
    const page = await product.look(colleague, {
      prepare: (opened) =>
        opened.route(/\/assets\/(messages-drawer|board-map)[^/]*\.(js|css)$/, async (route) => {
          if (!isCut) return route.continue();
          refused++;
          await route.abort("internetdisconnected");
        }),
    });
    await page.getByText("Live", { exact: true }).waitFor();
    await page
      .getByRole("button", { name: /^Kritische Meldungen/ })
      .first()
      .click();
    await expectEventually(() => Promise.resolve(refused)).toBeGreaterThan(5);
    await anOpenCase(colleague, "Bei schlechtem Netz");
    await page.getByText("1 neuer Fall").waitFor();
    isCut = false;
    const drawer = page.getByRole("complementary", { name: "Kritische Meldungen" });
    await drawer.waitFor();
    // Waits for the styles, too, and not only for the text.
    await expectEventually(() => drawer.evaluate((element) => getComputedStyle(element).position)).not.toBe("static");
    await page.close();
  });

  it("the board says since when changes have been delayed on the server, and shows them once the server delivers them", async () => {
    const colleague = await product.signIn("bestattung");
    const page = await product.look(colleague, {});
    await page.getByText("Live", { exact: true }).waitFor();
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("select pg_advisory_lock($1)", [EVENT_LOG_READ_LOCK]);
    await anOpenCase(colleague, "Verspätet gemeldet");
    const delayed = page.getByRole("status").filter({ hasText: /^Änderungen verzögert, Stand \d\d:\d\d$/ });
    await delayed.waitFor();
    await holder.query("select pg_advisory_unlock($1)", [EVENT_LOG_READ_LOCK]);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByText("1 neuer Fall").waitFor();
    await page.close();
  });
});
