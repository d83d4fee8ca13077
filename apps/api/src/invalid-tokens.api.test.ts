import { describe, expect, it } from "vitest";
import { stopRateLimitRefill } from "./testing/process-time";
import { startApi } from "./testing/start-api";

describe("guessing of tokens from one address", () => {
  const api = startApi({ rateLimitFactor: 1 });

  it("the server slows down refusals from the 21st invalid token in a minute, and still accepts valid tokens", async () => {
    const session = await api.signIn("getVehicles");
    stopRateLimitRefill();
    const ask = (token: string) =>
      fetch(`${api.url}/api/v1/vehicles`, { headers: { authorization: `Bearer ${token}` } });
    for (let guess = 0; guess < 20; guess += 1) expect((await ask(`dsp_u_guess${guess}`)).status).toBe(401);
    const refused = await ask("dsp_u_guess20");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect((await ask(session.session.token)).status).toBe(200);
  });
});
