import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform/database";
import { sendLater } from "#platform/messages-out";
import { createApp } from "../../app";
import { insertTenant } from "../../testing/fixtures";
import { connectTo, testOptions } from "../../testing/start-node";
import { cloneDatabase } from "../../testing/test-database";
import { addOutboxPage } from "./outbox-page.routes";

/** Debian's; without it there is no browser to look with. */
const executablePath = "/usr/bin/chromium";
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!existsSync(executablePath))("the outbox page of a demonstration (needs /usr/bin/chromium)", () => {
  let browser: Browser;
  let db: Database;
  let url: string;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await cloneDatabase();
    db = connectTo(database.url, 4);
    const app = await createApp(testOptions(db));
    addOutboxPage(app.server, { db, publicUrl: "http://localhost" });
    url = await app.server.listen({ host: "127.0.0.1", port: 0 });
    browser = await chromium.launch({ executablePath, args: flags });
    ends.push(
      () => browser.close(),
      () => app.stop(),
      () => db.close(),
      () => database.drop(),
    );
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  async function post(body: string, channel: "SMS" | "EMAIL" = "SMS") {
    const { id } = await insertTenant(db, "FUNERAL");
    await db.systemTransaction(id, async (tx) =>
      sendLater(tx, { channel, recipient: "+43664555000", body, purpose: "SIGN_IN_CODE" }),
    );
  }
  const open = async (colorScheme: "light" | "dark", locale = "de-AT"): Promise<Page> => {
    const page = await browser.newPage({ colorScheme, locale });
    await page.goto(`${url}/outbox`);
    return page;
  };

  it("shows a message that is sent while somebody looks, and keeps what is in it from running", async () => {
    const page = await open("light");
    await page.getByText("Noch keine Nachrichten").waitFor();
    await post("Ihr Code: 123456 <img src=x onerror=\"document.title='broken'\">");
    await page.getByText("Ihr Code: 123456 <img").waitFor();
    expect(await page.title()).toBe("Postausgang | Leitstand");
    await page.close();
  });

  it("finds a message by its words and its channel, and speaks English too", async () => {
    await post("Your set-password link", "EMAIL");
    const page = await open("light", "en-GB");
    await page.getByRole("searchbox").fill("set-password");
    await expect.poll(() => page.locator("#messages > li:visible").count()).toBe(1);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Push" }).click();
    await expect.poll(() => page.locator("#messages > li:visible").count()).toBe(0);
    await page.close();
  });

  it.each(["light", "dark"] as const)("can be read by everybody in %s colours (axe)", async (scheme) => {
    await post("Ihr Code: 654321, http://localhost/set-password#token=x");
    const page = await open(scheme);
    await page.locator("#messages > li").first().waitFor();
    await page.evaluate(axe);
    const violations = await page.evaluate(
      async () =>
        (
          await (
            globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; help: string }[] }> } }
          ).axe.run()
        ).violations,
    );
    expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
    await page.close();
  });
});
