import { afterEach, expect, it, vi } from "vitest";
import { knownDeviceTokensStore } from "#shared/api/session.ts";
import { requestPasswordLink, signIn } from "./sign-in.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  knownDeviceTokensStore.set({});
});

const signInAnswers: Readonly<Record<string, object>> = {
  key: { tenant_key: "key" },
  user: { token: "dsp_u", expires_at: "2026-11-17T20:00:00Z", known_device_token: "known here" },
  request: { cooldown_time: 60 },
};

it("requesting a password reset link sends the known-device token of a browser in which the user has signed in before", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit) => {
    if (typeof body === "string") bodies.push(JSON.parse(body));
    const { pathname } = new URL(url);
    return Promise.resolve(Response.json(signInAnswers[pathname.split("/").at(-1) ?? ""]));
  });
  const [short_code, email] = ["bestattung", "anna@example.org"];
  await signIn({ short_code, email, password: "sieben Störche über Linz" });
  await requestPasswordLink({ short_code, email });
  await requestPasswordLink({ short_code, email: "josef@example.org" });
  expect(bodies.slice(1)).toEqual([{ email, known_device_token: "known here" }, { email: "josef@example.org" }]);
});
