import { TenantConfig } from "@leitstand/contract/company/tenant";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { shownTenant, lastSignedInTenantStore } from "#shared/api/session.ts";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { clickElement, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { consoleRouter } from "../router.tsx";

const companyNamed = (short_code: string) => ({ ...exampleOfSchema(TenantConfig), short_code, name: short_code });
const keptTenant = () => localStorage.getItem("leitstand.tenant");

describe("the sign-in page of a company", () => {
  beforeEach(() => {
    vi.stubGlobal("fetch", (url: string) =>
      Promise.resolve(Response.json(companyNamed(new URL(url).pathname.split("/").at(-1) ?? ""))),
    );
    lastSignedInTenantStore.set(companyNamed("bestattung"));
    consoleRouter.update({ history: createMemoryHistory({ initialEntries: ["/sign-in?tenant=pannenhilfe"] }) });
  });

  it("the sign-in page shows its company and leaves the company of a board in another tab as it is", async () => {
    const before = keptTenant();
    await mountComponent(<RouterProvider router={consoleRouter} />);
    await waitUntil(() => findByRole("heading", "pannenhilfe"));
    expect(shownTenant()?.short_code).toBe("pannenhilfe");
    expect([lastSignedInTenantStore.get()?.short_code, keptTenant()]).toEqual(["bestattung", before]);
  });

  it("the sign-in page asks for another company and leaves the company of a board in another tab as it is", async () => {
    const before = keptTenant();
    await mountComponent(<RouterProvider router={consoleRouter} />);
    await clickElement(await waitUntil(() => findByRole("button", "Anderes Unternehmen")));
    await waitUntil(() => findByRole("textbox", /Unternehmen/));
    expect([lastSignedInTenantStore.get()?.short_code, keptTenant()]).toEqual(["bestattung", before]);
  });
});
