import { createClient } from "@leitstand/client/client";
import { rateLimits } from "@leitstand/contract/operation/rate-limits";
import { beforeAll, describe, expect, it } from "vitest";
import type { TenantFixture } from "./testing/fixtures";
import { stopRateLimitRefill } from "./testing/process-time";
import { createDriverWithPhone, testPassword, insertPerson } from "./testing/sign-in-fixtures";
import { startApi } from "./testing/start-api";

const rateLimitProblem = { status: 429, code: "RATE_LIMIT_EXCEEDED" };

describe("sign-ins from a network whose limit a stranger has used up", () => {
  const api = startApi({ rateLimitFactor: 1 });
  let tenant: TenantFixture;
  let crowd: TenantFixture;
  const [email, password] = ["known@example.org", testPassword];
  let known_device_token: string;
  const busy = { email: "busy@example.org", password, known_device_token: "" };
  let driver: Awaited<ReturnType<typeof createDriverWithPhone>>;
  let leaving: typeof driver;

  beforeAll(async () => {
    tenant = await api.aTenant();
    await insertPerson(api.db, tenant, { email, password });
    known_device_token = (await api.anonymous(tenant).authUser({ email, password })).known_device_token as string;
    await insertPerson(api.db, tenant, busy);
    const first = await api.anonymous(tenant).authUser({ email: busy.email, password });
    busy.known_device_token = first.known_device_token as string;
    driver = await createDriverWithPhone(api);
    leaving = await createDriverWithPhone(api);
    crowd = await api.aTenant();
  });

  /** Uses up the sign-ins of the network from a company of its own, so that only the network's share runs out. */
  async function useUp() {
    stopRateLimitRefill();
    const { burst } = rateLimits.auth_start.token;
    const start = (email: string) => api.anonymous(crowd).authUser({ email, password: "a guess" });
    for (let count = 0; count < burst; count++) await start(`stranger${count}@example.org`).catch(() => undefined);
    await expect(start("stranger@example.org")).rejects.toMatchObject(rateLimitProblem);
  }

  it("sign-ins from unknown devices are refused once the limit of their network is used up", async () => {
    await useUp();
    await expect(api.anonymous(tenant).authUser({ email, password })).rejects.toMatchObject(rateLimitProblem);
    await expect(driver.caller.authUserPhoneNumber({ phone_number: driver.phone_number })).rejects.toMatchObject(
      rateLimitProblem,
    );
  });

  it("a person can sign in with a browser used before, although the limit of the network is used up", async () => {
    await useUp();
    const session = await api.anonymous(tenant).authUser({ email, password, known_device_token });
    expect(session.token).toMatch(/^dsp_u_/);
  });

  it("a driver receives a code on a phone used before, although the limit of the network is used up", async () => {
    await useUp();
    const { caller, phone_number, device_token } = driver;
    expect(await caller.authUserPhoneNumber({ phone_number, device_token })).toHaveProperty("cooldown_time");
  });

  it("a person receives a password link in a browser used before, although the limit of the network is used up", async () => {
    await useUp();
    await expect(api.anonymous(tenant).requestPasswordReset({ email })).rejects.toMatchObject(rateLimitProblem);
    const answer = await api.anonymous(tenant).requestPasswordReset({ email, known_device_token });
    expect(answer).toHaveProperty("cooldown_time");
    const forged = [`${known_device_token.split(".").slice(0, -2).join(".")}.xx.xx`, driver.known_device_token];
    for (const token of forged)
      await expect(
        api.anonymous(tenant).requestPasswordReset({ email, known_device_token: token }),
      ).rejects.toMatchObject(rateLimitProblem);
  });

  it("a known phone without a session receives its code, although the limit of the network is used up", async () => {
    const { caller, phoneOfDevice, device_token, known_device_token: ofPhone } = leaving;
    await useUp();
    await createClient({ baseUrl: api.url, token: () => device_token }).signOut();
    api.clock.advance({ minutes: 2 });
    const ask = (token: string) => caller.authDevice({ phone_number: phoneOfDevice, known_device_token: token });
    await expect(caller.authDevice({ phone_number: phoneOfDevice })).rejects.toMatchObject(rateLimitProblem);
    for (const token of [known_device_token, `1${ofPhone}`, "forged"])
      await expect(ask(token)).rejects.toMatchObject(rateLimitProblem);
    expect(await ask(ofPhone)).toHaveProperty("cooldown_time");
  });

  it("a forged device token and one of another tenant do not identify a known device", async () => {
    await useUp();
    const [until = "", nonce = "", caller = "", ...seals] = known_device_token.split(".");
    const later = [String(Number(until) + 1), nonce, caller, ...seals].join(".");
    const another = [until, nonce, `${caller.slice(0, -2)}xx`, ...seals].join(".");
    for (const forged of [later, another, [until, nonce, seals.at(-1)].join("."), "forged"])
      await expect(
        api.anonymous(tenant).authUser({ email, password, known_device_token: forged }),
      ).rejects.toMatchObject(rateLimitProblem);
    await expect(driver.caller.authUser({ email, password, known_device_token })).rejects.toMatchObject(
      rateLimitProblem,
    );
    const { phone_number, device_token } = driver;
    const forged = { phone_number, device_token: `${device_token.slice(0, -2)}xx` };
    await expect(driver.caller.authUserPhoneNumber(forged)).rejects.toMatchObject(rateLimitProblem);
    const elsewhere = api.anonymous(tenant).authUserPhoneNumber({ phone_number, device_token });
    await expect(elsewhere).rejects.toMatchObject(rateLimitProblem);
  });

  it("sign-ins on all known devices of a person share one limit, and are refused when it is used up", async () => {
    await useUp();
    const { burst } = rateLimits.auth_start.token;
    const start = () => api.anonymous(tenant).authUser(busy);
    for (let count = 0; count < burst; count++) {
      const { known_device_token: next } = await start();
      busy.known_device_token = next as string;
    }
    await expect(start()).rejects.toMatchObject(rateLimitProblem);
    // Known devices of other people in the company may still sign in.
    await api.anonymous(tenant).authUser({ email, password, known_device_token });
  });
});
