import { TenantConfig } from "@leitstand/contract/company/tenant";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { knownDeviceTokensStore, lastSignedInTenantStore, userSessionStore } from "#shared/api/session.ts";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { mountComponent } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { readCompanyOfSession } from "./company.ts";
import { SessionEndedDialog } from "./session-ended-dialog.tsx";
import { requestPasswordLink, signIn } from "./sign-in.ts";

const companyNamed = (short_code: string) => ({ ...exampleOfSchema(TenantConfig), short_code });
const email = "anna@example.org";
const password = "sieben Störche über Linz";
const keptTenant = () => localStorage.getItem("leitstand.tenant");

/** Bodies of the requests so far; a request without a body is not among them. */
let bodies: unknown[];
let userAnswer: () => Response;
beforeEach(() => {
  bodies = [];
  userAnswer = () =>
    Response.json({ token: "dsp_u", expires_at: "2026-11-17T20:00:00Z", known_device_token: "known here" });
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit) => {
    if (typeof body === "string") bodies.push(JSON.parse(body));
    const steps = new URL(url).pathname.split("/");
    const last = steps.at(-1) ?? "";
    if (steps.includes("config")) return Promise.resolve(Response.json(companyNamed(last)));
    if (last === "user") return Promise.resolve(userAnswer());
    return Promise.resolve(Response.json(last === "key" ? { tenant_key: "key" } : { cooldown_time: 60 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  knownDeviceTokensStore.set({});
});

describe("signing in", () => {
  it("requesting a password reset link sends the known-device token of a browser in which the user has signed in before", async () => {
    const short_code = "bestattung";
    await signIn({ short_code, email, password });
    await requestPasswordLink({ short_code, email });
    await requestPasswordLink({ short_code, email: "josef@example.org" });
    expect(bodies.slice(1)).toEqual([{ email, known_device_token: "known here" }, { email: "josef@example.org" }]);
  });

  it("signing in stores the company together with the session", async () => {
    lastSignedInTenantStore.set(companyNamed("bestattung"));
    await signIn({ short_code: "pannenhilfe", email, password });
    expect(userSessionStore.get()).toMatchObject({ short_code: "pannenhilfe", email, token: "dsp_u" });
    expect(keptTenant()).toContain("pannenhilfe");
  });

  it("a refused sign-in leaves the company and the session of the browser as they were", async () => {
    lastSignedInTenantStore.set(companyNamed("bestattung"));
    const before = [keptTenant(), userSessionStore.get()];
    userAnswer = () =>
      Response.json({ code: "AUTH_CREDENTIALS_INVALID", title: "", message: "", args: [] }, { status: 401 });
    await expect(signIn({ short_code: "pannenhilfe", email, password })).rejects.toMatchObject({ status: 401 });
    expect([keptTenant(), userSessionStore.get()]).toEqual(before);
  });
});

describe("the company of a session", () => {
  it("a board reads the company of its session where the browser knows another one", async () => {
    lastSignedInTenantStore.set(companyNamed("pannenhilfe"));
    await readCompanyOfSession();
    expect(lastSignedInTenantStore.get()?.short_code).toBe("bestattung");
    expect(readCompanyOfSession()).toBeUndefined();
  });

  it("an ended session asks to sign in again even if the browser no longer knows the company", async () => {
    await mountComponent(<SessionEndedDialog />);
    expect(findByRole("textbox", /E-Mail/)).toHaveProperty("value", "dispo1@bestattung.example");
  });

  it("a session that an earlier version stored without its company goes on in the company that it stored beside it", async () => {
    const { short_code: _, ...earlier } = userSessionStore.get() ?? {};
    localStorage.setItem("leitstand.session", JSON.stringify(earlier));
    localStorage.setItem("leitstand.tenant", JSON.stringify(companyNamed("pannenhilfe")));
    vi.resetModules();
    const loaded = await import("#shared/api/session.ts");
    expect(loaded.userSessionStore.get()).toEqual({ ...earlier, short_code: "pannenhilfe" });
  });
});
