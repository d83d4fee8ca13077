import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../apps/api/src/testing/axe-testkit";
import { operations } from "../packages/contract/src/operations";
import { hasChromium } from "./browser";
import { axeColorRules, type DocsSite } from "./docs-testkit";
import { credentialsSentBySignIn, openTryItForm, startDocsWithApi, typeOwnToken } from "./docs-try-it-form";

const signInOperations = Object.values(operations).filter(({ auth }) => auth === "tenant_key");

describe.skipIf(!hasChromium)('"Try it" of single fields and of all operations that sign in', () => {
  let started: Awaited<ReturnType<typeof startDocsWithApi>>;
  let site: DocsSite;
  beforeAll(async () => {
    started = await startDocsWithApi();
    site = started.site;
  });
  afterAll(() => started.close());

  it('the list of operations whose "Try it" signs in has at least nine', () => {
    expect(signInOperations.length).toBeGreaterThanOrEqual(9);
  });

  it.each(signInOperations.map(({ id }) => id))(
    '"Try it" signs in with the key of the tenant and without a token: %s',
    async (id) => {
      expect(await credentialsSentBySignIn(site, id)).toEqual({ authorization: undefined, key: "of the company" });
    },
  );

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
    const { page, form } = await openTryItForm(site, "updateArea");
    const sent: string[] = [];
    page.on("request", (request) => request.url().includes("/api/v1/areas") && sent.push(request.url()));
    await typeOwnToken(form, "any");
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
    const { page, form } = await openTryItForm(site, "deleteArea");
    await typeOwnToken(form, "any");
    await form.getByLabel("id", { exact: true }).fill("5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10");
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "DELETE" && sent.push(request.url()));
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByRole("button", { name: "Really delete" }).waitFor();
    await form.getByLabel("id", { exact: true }).fill("9b1f1f0a-8a55-4b0e-9a36-1f6f6a1f8f11");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByRole("button", { name: "Really delete" }).waitFor();
    await typeOwnToken(form, "another");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByRole("button", { name: "Really delete" }).waitFor();
    expect(sent).toEqual([]);
    const answered = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await form.getByRole("button", { name: "Really delete" }).click();
    expect((await answered).status()).toBe(401);
  });

  it('"Try it" says why nothing was sent: without the demonstration, and with a token that no header takes', async () => {
    const { page, form } = await openTryItForm(site, "getGrants");
    await typeOwnToken(form, "eyJhbGci…");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("no characters such as …").waitFor();
    expect(await form.getByLabel("Own token").getAttribute("aria-invalid")).toBe("true");
    await form.getByLabel("Token", { exact: true }).selectOption({ index: 0 });
    await form.getByLabel("Password", { exact: true }).fill("what npm start has printed");
    // The API of this test has no demonstration.
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("is it started with its demonstration?").waitFor();
    expect(await form.getByText("Nothing came back").count()).toBe(0);
    await page.close();
  });

  it('"Try it" says when the server does not respond', async () => {
    const { page, form } = await openTryItForm(site, "getGrants");
    await typeOwnToken(form, "any");
    await page.route("**/api/v1/grants", (route) => route.abort());
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Nothing came back").waitFor();
  });
});
