import { consolePaths } from "@leitstand/contract/core/console-paths";
import { TenantConfig } from "@leitstand/contract/company/tenant";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { actAndRender, clickElement, fillField, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findAllByRole, findByRole } from "#shared/testing/screen-testkit.ts";
import { consoleRouter } from "../router.tsx";

const company = { ...exampleOfSchema(TenantConfig), short_code: "pannenhilfe", name: "Pannenhilfe" };
const refusal = { code: "AUTH_CHALLENGE_INVALID", title: "", message: "Der Link gilt nicht mehr.", args: [] };

describe("a mailed link to set a password that has expired or was used", () => {
  let isLinkGood = false;
  const answerTo = (path: string) => {
    if (path.endsWith("/key")) return Response.json({ tenant_key: "key" });
    if (!path.includes("/password/")) return Response.json(company);
    if (!isLinkGood || path.endsWith("/set")) return Response.json(refusal, { status: 401 });
    return Response.json({ email: "eva@pannenhilfe.example", expires_at: "2030-11-21T20:00:00Z" });
  };
  beforeEach(() => {
    isLinkGood = false;
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(answerTo(new URL(url).pathname)));
    window.location.hash = "#tenant=pannenhilfe&token=used";
    consoleRouter.update({ history: createMemoryHistory({ initialEntries: [consolePaths.setPassword] }) });
  });
  afterEach(() => {
    window.location.hash = "";
  });

  async function openLink() {
    await mountComponent(<RouterProvider router={consoleRouter} />);
    // The router stands where the test before has left it.
    await actAndRender(() => void consoleRouter.navigate({ to: consolePaths.setPassword }));
  }

  it("a link that is void leads to the sign-in of its company", async () => {
    await openLink();
    await clickElement(await waitUntil(() => findByRole("link", "Zur Anmeldung")));
    await waitUntil(() => findByRole("button", "Anmelden"));
    expect(findByRole("heading").textContent).toBe("Pannenhilfe");
  });

  it("a link that is void leads to the request for a new one from its company", async () => {
    await openLink();
    await clickElement(await waitUntil(() => findByRole("link", "Neuen Link anfordern")));
    await waitUntil(() => findByRole("button", "Link schicken"));
    expect(findByRole("heading").textContent).toBe("Pannenhilfe");
  });

  it("a link that has become void while the password was typed says so, and leads to a new one", async () => {
    isLinkGood = true;
    await openLink();
    await waitUntil(() => findByRole("button", "Passwort festlegen"));
    isLinkGood = false;
    for (const field of findAllByRole("textbox", /^(Neues Passwort|Noch einmal)/))
      await fillField(field, "sieben Störche über Linz");
    await clickElement(findByRole("button", "Passwort festlegen"));
    await waitUntil(() => findByRole("link", "Neuen Link anfordern"));
    expect(findByRole("alert").textContent).toContain("Der Link gilt nicht mehr.");
  });
});
