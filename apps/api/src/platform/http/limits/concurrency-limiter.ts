import type { RateLimitClass } from "@leitstand/contract/operation/operation";
import { rateLimits } from "@leitstand/contract/operation/rate-limits";
import type { ServerResponse } from "node:http";
import type { Principal } from "../../access/principal";
import { problem } from "../../problem";

interface LimitedCall {
  readonly limit: RateLimitClass;
  readonly principal: Principal;
  /** Response of the call, which is counted until its client has read it. */
  readonly answer: ServerResponse;
}

/** Seconds after which the call may be tried again; how long the calls under way take is not known. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits how many calls of a class one token and one tenant have under way on this node at the same time. A call counts
 * until its work is done and its answer is sent or its client is gone: a client that hangs up leaves work behind that
 * still counts.
 */
export class ConcurrencyLimiter {
  private readonly running = new Map<string, number>();

  constructor(
    /** Factor of this installation on every limit. */
    private readonly factor: number,
  ) {}

  async run<T>({ limit, principal, answer }: LimitedCall, work: () => Promise<T>): Promise<T> {
    const { concurrent } = rateLimits[limit];
    if (!concurrent) return work();
    const factor = this.factor * principal.rate_limit_factor;
    const own = { key: `${limit} ${principal.token_id}`, most: Math.max(1, Math.floor(concurrent.token * factor)) };
    const shared = {
      key: `${limit} ${principal.tenant_id}`,
      most: Math.max(1, Math.floor(concurrent.tenant * factor)),
    };
    for (const { key, most } of [own, shared])
      if ((this.running.get(key) ?? 0) >= most)
        throw problem("RATE_LIMIT_EXCEEDED", { policy: limit, retry_after: RETRY_AFTER_SECONDS });
    for (const { key } of [own, shared]) this.running.set(key, (this.running.get(key) ?? 0) + 1);
    const closed = answer.destroyed ? Promise.resolve() : new Promise((resolve) => answer.once("close", resolve));
    const working = work();
    void Promise.allSettled([working, closed]).then(() => {
      for (const { key } of [own, shared]) this.release(key);
    });
    return working;
  }

  private release(key: string) {
    const left = (this.running.get(key) ?? 0) - 1;
    if (left > 0) this.running.set(key, left);
    else this.running.delete(key);
  }
}
