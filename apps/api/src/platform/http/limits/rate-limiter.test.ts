import { rateLimits } from "@leitstand/contract/operation/rate-limits";
import { describe, expect, it } from "vitest";
import { RateLimiter } from "./rate-limiter";

describe("rate limiter", () => {
  it("the rate limiter admits a caller after the wait that it named, whichever of its buckets fills up later", () => {
    let now = 0;
    const limiter = new RateLimiter(1, () => now);
    const tenant = { id: "tenant", factor: 1 };
    const take = (bearer: string) => limiter.take("location", bearer, tenant);
    // One bearer has just used up its own bucket; then others use up the whole bucket of their company.
    while (take("one").allowed);
    for (let other = 0; take(`other ${other}`).allowed; other += 1);
    const refused = take("one");
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1 / rateLimits.location.token.per_second);
    now += refused.retryAfterSeconds * 1000;
    expect(take("one").allowed).toBe(true);
  });

  it.each([
    ["action", 100, 5],
    ["upload", 40, 1 / 3],
  ] as const)(
    "a phone can catch up in the rate limit class %s: %i calls at once, and then %d a second",
    (limit, atOnce, perSecond) => {
      let now = 0;
      const limiter = new RateLimiter(1, () => now);
      const take = () => limiter.take(limit, "phone", { id: "tenant", factor: 1 });
      for (let sent = 0; sent < atOnce; sent += 1) expect(take().allowed).toBe(true);
      while (take().allowed);
      now += 1000 / perSecond;
      expect([take().allowed, take().allowed]).toEqual([true, false]);
    },
  );
});
