import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../apps/api/src/app";
import type { Database } from "../apps/api/src/platform/database/database";
import { freePort } from "../apps/api/src/platform/process/ports";
import { insertBearer, insertTenant } from "../apps/api/src/testing/fixtures";
import { connectTo, testOptions } from "../apps/api/src/testing/start-node";
import { cloneDatabase } from "../apps/api/src/testing/test-database";
import { operations } from "../packages/contract/src/operations";
import { hasBrowser } from "./browser";
import { axeFaults, colorRules, type DocsSite, startDocs } from "./docs-testkit";
import { hasTime } from "./has-time";

describe.skipIf(!hasBrowser || !hasTime)("the interactive reference of the API (not in CI)", () => {
  let site: DocsSite;
  let db: Database;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const database = await cloneDatabase();
    db = connectTo(database.url, 4);
    const port = await freePort();
    site = await startDocs({ apiOrigin: `http://127.0.0.1:${port}` });
    const app = await createApp({
      ...testOptions(db),
      publicUrl: `http://127.0.0.1:${port}`,
      rateLimitFactor: 1_000,
      // As `npm start` does for the address of its documentation.
      corsOrigins: [site.url],
    });
    await app.server.listen({ host: "127.0.0.1", port });
    ends.push(
      () => database.drop(),
      () => db.close(),
      () => app.stop(),
      () => site.close(),
    );
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  const openExplorer = async (page: Page) => {
    await page.getByRole("button", { name: "Open the interactive reference" }).click();
    await page.locator("#explorer").getByRole("heading", { name: "Leitstand API" }).waitFor();
  };

  /** Text of the part of the interactive reference that a reader looks at. */
  const partInView = (page: Page) =>
    page.evaluate(() => {
      const bar = document.querySelector(".navbar")?.clientHeight ?? 0;
      const parts = [...document.querySelectorAll<HTMLElement>("#explorer section[id]")];
      const seen = parts.findLast((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return top <= bar + 120 && bottom > bar + 120;
      });
      return seen?.innerText ?? "";
    });

  it("the interactive reference comes only when it is asked for, from this site alone, and is accessible", async () => {
    const page = await site.look("/openapi/");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => url.includes("/reference/"))).toEqual([]);
    await openExplorer(page);
    expect(
      asked.filter((url) => !url.startsWith(site.url) && !url.startsWith("data:") && !url.startsWith("blob:")),
    ).toEqual([]);
    await expect.poll(() => axeFaults(page), { timeout: 20_000, interval: 1_000 }).toEqual([]);
    await page.getByRole("button", { name: /Switch between dark and light mode/ }).click();
    await page.locator("body.dark-mode").waitFor();
    await expect.poll(() => axeFaults(page, colorRules), { timeout: 20_000, interval: 1_000 }).toEqual([]);
  });

  it("the interactive reference tries requests against the API", async () => {
    const page = await site.look("/openapi/");
    await openExplorer(page);
    await page
      .locator("#explorer")
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await expect.poll(() => axeFaults(page), { timeout: 20_000, interval: 1_000 }).toEqual([]);
    const answered = page.waitForResponse(
      (answer) => answer.url().includes("/api/v1/") && answer.request().method() === "GET",
    );
    await dialog.getByRole("button", { name: /^Send/ }).first().click();
    // Without a token it is refused, and the refusal of another origin can be read.
    expect((await (await answered).json()) as unknown).toMatchObject({ code: "AUTH_TOKEN_MISSING" });
    await dialog.getByText("401").first().waitFor();
  });

  it("Try leads from the samples of an operation to this operation in the interactive reference, and on to another", async () => {
    const page = await site.look("/openapi/");
    for (const [id, title] of [
      ["updateAreaWaitingTime", operations.updateAreaWaitingTime.summary],
      ["getSkills", operations.getSkills.summary],
    ] as const) {
      await page.getByText(`Samples, answer and errors of ${id}`, { exact: true }).click();
      await page.getByRole("button", { name: `Try ${id}`, exact: true }).click();
      await expect.poll(() => partInView(page), { timeout: 20_000 }).toContain(title);
      expect(new URL(page.url()).hash).toBe(`#tag/${operations[id].tag}/${id}`);
    }
  });

  it("an address within the interactive reference opens it there", async () => {
    const page = await site.look("/openapi/#tag/skills/getSkills");
    await expect.poll(() => partInView(page), { timeout: 20_000 }).toContain(operations.getSkills.summary);
  });

  it("somebody who fills in a token tries requests as who they are", async () => {
    const tenant = await insertTenant(db, "FUNERAL");
    const { token } = await insertBearer(db, { tenant, grants: ["getGrants"] });
    const page = await site.look("/openapi/#tag/grants/getGrants");
    await expect.poll(() => partInView(page), { timeout: 20_000 }).toContain(operations.getGrants.summary);
    await page
      .locator("#explorer")
      .getByRole("button", { name: /Test Request.*\/grants/ })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByPlaceholder("Token").first().fill(token);
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith("/api/v1/grants") && answer.request().method() === "GET",
    );
    await dialog.getByRole("button", { name: /^Send/ }).first().click();
    const answer = await answered;
    expect(answer.headers()["access-control-allow-origin"]).toBe(site.url);
    expect(answer.request().headers()["authorization"]).toBe(`Bearer ${token}`);
    expect(await answer.json()).toContainEqual(expect.objectContaining({ grant: "getGrants" }));
  });

  it("a sign-in is tried without the token that was filled in for other operations", { timeout: 300_000 }, async () => {
    const page = await site.look("/openapi/#tag/grants/getGrants");
    await expect.poll(() => partInView(page), { timeout: 20_000 }).toContain(operations.getGrants.summary);
    const dialog = page.getByRole("dialog");
    const sent: Record<string, string>[] = [];
    await page.route("**/api/v1/**", async (route) => {
      if (route.request().method() !== "OPTIONS") sent.push(await route.request().allHeaders());
      await route.fulfill({
        status: 401,
        json: {},
        headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
      });
    });
    const tryNow = async ({ id, path, tag }: { id: string; path: string; tag: string }) => {
      await page.evaluate((part) => {
        window.history.replaceState(window.history.state, "", `#tag/${part}`);
        window.dispatchEvent(new PopStateEvent("popstate", { state: window.history.state }));
      }, `${tag}/${id}`);
      await page
        .locator("#explorer")
        .getByRole("button", { name: new RegExp(`Test Request.*${path}\\W*$`) })
        .click();
      await dialog.waitFor();
      if (id === "getGrants") await dialog.getByPlaceholder("Token").first().fill("the secret token");
      const before = sent.length;
      await dialog.getByRole("button", { name: /^Send/ }).first().click();
      await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(before + 1);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      return sent.at(-1);
    };
    expect(await tryNow(operations.getGrants)).toHaveProperty("authorization", "Bearer the secret token");
    const signIns = Object.values(operations).filter(({ auth }) => auth === "tenant_key");
    for (const operation of signIns) {
      const headers = await tryNow(operation);
      const { authorization, "x-tenant-key": key } = headers ?? {};
      expect({ id: operation.id, authorization, key }).toEqual({ id: operation.id, authorization: undefined, key: "" });
    }
    expect(signIns.length).toBeGreaterThanOrEqual(9);
  });

  it("a page of another site may not try requests", async () => {
    const page = await site.newPage();
    await page.goto(`${site.url.replace("127.0.0.1", "localhost")}/docs/intro`);
    const { api_url } = (await (await fetch(`${site.url}/site.json`)).json()) as { api_url: string };
    const seen = page.evaluate(async (url) => (await fetch(url)).status, `${api_url}/areas`);
    await expect(seen).rejects.toThrow("Failed to fetch");
  });
});
