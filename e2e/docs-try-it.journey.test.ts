import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertTokenBearer, insertTenant } from "../apps/api/src/testing/fixtures";
import { hasChromium } from "./browser";
import { openTryItForm, sendTryItForm, startDocsWithApi, typeOwnToken } from "./docs-try-it-form";

describe.skipIf(!hasChromium)('"Try it" in the reference of the API', () => {
  let started: Awaited<ReturnType<typeof startDocsWithApi>>;
  beforeAll(async () => {
    started = await startDocsWithApi();
  });
  afterAll(() => started.close());

  it('"Try it" sends the filled-in form with the chosen token, and a stale version leads to its error code with advice', async () => {
    const { site, db } = started;
    const tenant = await insertTenant(db, "FUNERAL");
    const grants = ["getAreas", "createArea", "updateArea"];
    const { token } = await insertTokenBearer(db, { tenant, grants });
    const first = await openTryItForm(site, "createArea");
    await typeOwnToken(first.form, token);
    const created = await sendTryItForm(first.page, first.form);
    expect(created.status()).toBe(201);
    expect(created.request().headers()["authorization"]).toBe(`Bearer ${token}`);
    const { id, lock_version } = (await created.json()) as { id: string; lock_version: number };
    await first.form.getByText("201", { exact: true }).waitFor();

    const { page, form } = await openTryItForm(site, "updateArea");
    await typeOwnToken(form, token);
    await form.getByLabel("id", { exact: true }).fill(id);
    await form.getByLabel("lock_version", { exact: true }).fill(String(lock_version + 7));
    expect((await sendTryItForm(page, form)).status()).toBe(409);
    await form.getByText("Fetch it again, and repeat").waitFor();
    await form.getByRole("link", { name: "LOCK_VERSION_CONFLICT" }).click();
    await page.waitForURL("**/openapi/updateArea#error-LOCK_VERSION_CONFLICT");
    // The token is kept in memory alone, and not in the browser's storage.
    const kept = await page.evaluate(
      () => [localStorage, sessionStorage].flatMap((storage) => Object.values(storage)).join() + document.cookie,
    );
    expect(kept).not.toContain(token);
  });

  it('the server refuses requests of "Try it" from a page of another site', async () => {
    const { site } = started;
    const page = await site.newPage();
    await page.goto(`${site.url.replace("127.0.0.1", "localhost")}/docs/intro`);
    const { api_url } = (await (await fetch(`${site.url}/site.json`)).json()) as { api_url: string };
    const seen = page.evaluate(async (url) => (await fetch(url)).status, `${api_url}/areas`);
    await expect(seen).rejects.toThrow("Failed to fetch");
  });
});
