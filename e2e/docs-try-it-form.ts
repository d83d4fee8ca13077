import { expectEventually } from "./console-testkit";
import type { DocsSite } from "./docs-testkit";

/** Opens a page of the reference with the form of its operation. */
export async function openTryItForm(site: DocsSite, id: string) {
  const page = await site.look(`/openapi/${id}`);
  await page.getByRole("button", { name: "Try it" }).click();
  const form = page.getByRole("region", { name: `Try ${id}` });
  await form.getByRole("button", { name: "Send" }).waitFor();
  return { page, form };
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
