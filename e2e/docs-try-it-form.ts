import type { Locator, Page } from "playwright-core";
import { createApp } from "../apps/api/src/app";
import { findFreePort } from "../apps/api/src/platform/process/ports";
import { connectTestDatabase, testNodeOptions } from "../apps/api/src/testing/start-node";
import { cloneDatabase } from "../apps/api/src/testing/test-database";
import { expectEventually } from "./console-testkit";
import { type DocsSite, startDocs } from "./docs-testkit";

/** Starts the documentation, and the API that its forms send to. */
export async function startDocsWithApi() {
  const database = await cloneDatabase();
  const db = connectTestDatabase(database.url, 4);
  for (;;) {
    // Site and API have to know each other's address: a port is chosen before, and another one if it has been taken since.
    const port = await findFreePort();
    const site = await startDocs({ apiOrigin: `http://127.0.0.1:${port}` });
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
    if (isListening)
      return {
        site,
        db,
        close: async () => {
          await site.close();
          await app.stop();
          await db.close();
          await database.drop();
        },
      };
    await site.close();
    await app.stop();
  }
}

/** Opens a page of the reference with the form of its operation. */
export async function openTryItForm(site: DocsSite, id: string) {
  const page = await site.look(`/openapi/${id}`);
  await page.getByRole("button", { name: "Try it" }).click();
  const form = page.getByRole("region", { name: `Try ${id}` });
  await form.getByRole("button", { name: "Send" }).waitFor();
  return { page, form };
}

/** Sends the form, and returns the answer of the API. */
export async function sendTryItForm(page: Page, form: Locator) {
  const answered = page.waitForResponse(
    (answer) => answer.url().includes("/api/v1/") && answer.request().method() !== "OPTIONS",
  );
  await form.getByRole("button", { name: "Send" }).click();
  return answered;
}

/** Chooses a token that is typed, instead of a person of the demonstration. */
export async function typeOwnToken(form: Locator, token: string) {
  await form.getByLabel("Token", { exact: true }).selectOption("A token of my own");
  await form.getByLabel("Own token").fill(token);
}

/** Credentials that "Try it" sends with an operation for signing in. */
export async function credentialsSentBySignIn(site: DocsSite, id: string) {
  const { page, form } = await openTryItForm(site, id);
  const sent: Record<string, string>[] = [];
  await page.route("**/api/v1/**", async (route) => {
    const request = route.request();
    const isKey = request.url().endsWith("/key");
    if (request.method() !== "OPTIONS" && !isKey) sent.push(await request.allHeaders());
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    await route.fulfill({
      status: isKey ? 200 : 401,
      json: isKey ? { tenant_key: "of the company" } : {},
      headers,
    });
  });
  // No page contains a password, so the test types it where the form asks for it.
  const password = form.getByLabel("password", { exact: true });
  if ((await password.count()) > 0) await password.fill("what npm start has printed");
  await form.getByRole("button", { name: "Send" }).click();
  await expectEventually(async () => sent.length).toBe(1);
  const { authorization, "x-tenant-key": key } = sent[0] ?? {};
  await page.close();
  return { authorization, key };
}
