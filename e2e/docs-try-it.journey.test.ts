import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../apps/api/src/app";
import type { Database } from "../apps/api/src/platform/database/database";
import { findFreePort } from "../apps/api/src/platform/process/ports";
import { insertTokenBearer, insertTenant } from "../apps/api/src/testing/fixtures";
import { connectTestDatabase, testNodeOptions } from "../apps/api/src/testing/start-node";
import { cloneDatabase } from "../apps/api/src/testing/test-database";
import { hasChromium } from "./browser";
import { axeColorRules, type DocsSite, startDocs } from "./docs-testkit";
import { openTryItForm, credentialsSentBySignIn } from "./docs-try-it-form";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";

describe.skipIf(!hasChromium)('"Try it" in the reference of the API', () => {
  let site: DocsSite;
  let db: Database;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const database = await cloneDatabase();
    db = connectTestDatabase(database.url, 4);
    const app = await startBoth();
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

  /**
   * Starts site and API, which have to know each other's address: a port is chosen before, and another one if it has
   * been taken since.
   */
  async function startBoth() {
    for (;;) {
      const port = await findFreePort();
      site = await startDocs({ apiOrigin: `http://127.0.0.1:${port}` });
      const app = await createApp({
        ...testNodeOptions(db),
        publicUrl: `http://127.0.0.1:${port}`,
        rateLimitFactor: 1_000,
        // `npm start` also allows requests from the address of its documentation.
        corsOrigins: [site.url],
      });
      const isListening = await app.server.listen({ host: "127.0.0.1", port }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== "EADDRINUSE") throw error;
          return false;
        },
      );
      if (isListening) return app;
      await site.close();
      await app.stop();
    }
  }

  const open = (id: string) => openTryItForm(site, id);
  const send = async (page: Page, form: Locator) => {
    const answered = page.waitForResponse(
      (answer) => answer.url().includes("/api/v1/") && answer.request().method() !== "OPTIONS",
    );
    await form.getByRole("button", { name: "Send" }).click();
    return answered;
  };
  const useOwnToken = async (form: Locator, token: string) => {
    await form.getByLabel("Token", { exact: true }).selectOption("A token of my own");
    await form.getByLabel("Own token").fill(token);
  };

  it('"Try it" loads its scripts only when it is opened, sends no request to another site, and is accessible in light and dark', async () => {
    // During a transition colours have a contrast that cannot be judged.
    const page = await site.look("/openapi/createArea", { reducedMotion: "reduce" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => url.includes("/reference/try/"))).toEqual([]);
    asked.length = 0;
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
    expect(await findAccessibilityViolations(page, axeColorRules)).toEqual([]);
  });

  it('"Try it" sends the filled-in form with the chosen token, and a stale version leads to its error code with advice', async () => {
    const tenant = await insertTenant(db, "FUNERAL");
    const grants = ["getAreas", "createArea", "updateArea"];
    const { token } = await insertTokenBearer(db, { tenant, grants });
    const first = await open("createArea");
    await useOwnToken(first.form, token);
    const created = await send(first.page, first.form);
    expect(created.status()).toBe(201);
    expect(created.request().headers()["authorization"]).toBe(`Bearer ${token}`);
    const { id, lock_version } = (await created.json()) as { id: string; lock_version: number };
    await first.form.getByText("201", { exact: true }).waitFor();

    const { page, form } = await open("updateArea");
    await useOwnToken(form, token);
    await form.getByLabel("id", { exact: true }).fill(id);
    await form.getByLabel("lock_version", { exact: true }).fill(String(lock_version + 7));
    expect((await send(page, form)).status()).toBe(409);
    await form.getByText("Fetch it again, and repeat").waitFor();
    await form.getByRole("link", { name: "LOCK_VERSION_CONFLICT" }).click();
    await page.waitForURL("**/openapi/updateArea#error-LOCK_VERSION_CONFLICT");
    // The token is kept in memory alone, and not in the browser's storage.
    const kept = await page.evaluate(
      () => [localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).join() + document.cookie,
    );
    expect(kept).not.toContain(token);
  });

  it('"Try it" is prefilled with sandbox data that the chosen person can see, and keeps typed text', async () => {
    const page = await site.look("/openapi/updateArea");
    const area = { id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10", lock_version: 7 };
    const asked: string[] = [];
    await page.route("**/api/v1/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      const authorization = route.request().headers()["authorization"];
      asked.push(`${pathname} ${authorization ?? "no token"}`);
      const answers: Readonly<Record<string, unknown>> = {
        "/api/v1/tenants/config/bestattung/key": { tenant_key: "of the company" },
        "/api/v1/auth/user": { token: "of the administrator" },
        "/api/v1/areas": [area],
      };
      const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
      await route.fulfill({ json: answers[pathname] ?? {}, headers });
    });
    await page.getByRole("button", { name: "Try it" }).click();
    const form = page.getByRole("region", { name: "Try updateArea" });
    await form.getByLabel("title", { exact: true }).fill("Written by hand");
    expect(asked).toEqual([]);
    await form.getByLabel("Password", { exact: true }).fill("what npm start has printed");
    await form.getByLabel("title", { exact: true }).focus();
    await expect.poll(() => form.getByLabel("id", { exact: true }).inputValue()).toBe(area.id);
    await expect.poll(() => form.getByLabel("lock_version", { exact: true }).inputValue()).toBe("7");
    expect(await form.getByLabel("title", { exact: true }).inputValue()).toBe("Written by hand");
    expect(asked).toContain("/api/v1/areas Bearer of the administrator");
  });

  it('"Try it" asks for the password of the demonstration company, which no page contains, and says when it is wrong', async () => {
    const page = await site.look("/openapi/getAreas");
    const passwords: unknown[] = [];
    await page.route("**/api/v1/**", async (route) => {
      const request = route.request();
      const isSignIn = request.url().endsWith("/auth/user") && request.method() === "POST";
      if (isSignIn) passwords.push((request.postDataJSON() as { password: unknown }).password);
      const status = isSignIn ? 401 : 200;
      const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
      await route.fulfill({ status, json: { tenant_key: "of the company" }, headers });
    });
    await page.getByRole("button", { name: "Try it" }).click();
    const form = page.getByRole("region", { name: "Try getAreas" });
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Type the password of the demonstration").waitFor();
    expect(passwords).toEqual([]);
    await form.getByLabel("Password", { exact: true }).fill("a wrong one");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("The demonstration has another password").waitFor();
    expect(new Set(passwords)).toEqual(new Set(["a wrong one"]));
    expect(await form.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  });

  it('"Try it" marks a field that is missing or not JSON, and sends nothing', async () => {
    const { page, form } = await open("updateArea");
    const sent: string[] = [];
    page.on("request", (request) => request.url().includes("/api/v1/areas") && sent.push(request.url()));
    await useOwnToken(form, "any");
    await form.getByLabel("id", { exact: true }).fill("");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("id is required").waitFor();
    await form.getByLabel("id", { exact: true }).fill("x");
    await form.getByLabel("lock_version", { exact: true }).fill("three");
    await page.keyboard.press("Control+Enter");
    await form.getByText("lock_version is no number").waitFor();
    expect(sent).toEqual([]);
  });

  it('"Try it" asks for a confirmation before it deletes', async () => {
    const { page, form } = await open("deleteArea");
    await useOwnToken(form, "any");
    await form.getByLabel("id", { exact: true }).fill("5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10");
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "DELETE" && sent.push(request.url()));
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByRole("button", { name: "Really delete" }).waitFor();
    expect(sent).toEqual([]);
    const answered = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await form.getByRole("button", { name: "Really delete" }).click();
    expect((await answered).status()).toBe(401);
  });

  it('"Try it" sends the key of the tenant instead of a token when signing in, and only a token otherwise', async () => {
    expect(await credentialsSentBySignIn(site, "authUser")).toEqual({
      authorization: undefined,
      key: "of the company",
    });
  });

  it('"Try it" says when the server does not respond', async () => {
    const { page, form } = await open("getGrants");
    await useOwnToken(form, "any");
    await page.route("**/api/v1/grants", (route) => route.abort());
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Nothing came back").waitFor();
  });

  it('the server refuses requests of "Try it" from a page of another site', async () => {
    const page = await site.newPage();
    await page.goto(`${site.url.replace("127.0.0.1", "localhost")}/docs/intro`);
    const { api_url } = (await (await fetch(`${site.url}/site.json`)).json()) as { api_url: string };
    const seen = page.evaluate(async (url) => (await fetch(url)).status, `${api_url}/areas`);
    await expect(seen).rejects.toThrow("Failed to fetch");
  });
});
