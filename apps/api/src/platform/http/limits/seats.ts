import type { LimitClass } from "@leitstand/contract/operation/operation";
import { rateLimits } from "@leitstand/contract/operation/rate-limits";
import type { ServerResponse } from "node:http";
import type { Principal } from "../../access/principal";
import { problem } from "../../problem";

interface Visit {
  readonly limit: LimitClass;
  readonly principal: Principal;
  /** Answer of the call: a client that reads it slowly keeps its seat. */
  readonly answer: ServerResponse;
}

/** Seconds after which a seat may be free again; how long the calls under way take is not known. */
const RETRY_AFTER_SECONDS = 1;

/**
 * How many calls of a class one token and one tenant have under way on this node at the same time. A seat is free again
 * when the work is done and its answer is sent or its client is gone: a client that hangs up leaves work behind that
 * still counts.
 */
export class Seats {
  private readonly taken = new Map<string, number>();

  constructor(
    /** Factor of this installation on every limit. */
    private readonly factor: number,
  ) {}

  async during<T>({ limit, principal, answer }: Visit, work: () => Promise<T>): Promise<T> {
    const { concurrent } = rateLimits[limit];
    if (!concurrent) return work();
    const factor = this.factor * principal.rate_limit_factor;
    const own = { key: `${limit} ${principal.token_id}`, most: Math.max(1, Math.floor(concurrent.token * factor)) };
    const shared = {
      key: `${limit} ${principal.tenant_id}`,
      most: Math.max(1, Math.floor(concurrent.tenant * factor)),
    };
    for (const { key, most } of [own, shared])
      if ((this.taken.get(key) ?? 0) >= most)
        throw problem("RATE_LIMIT_EXCEEDED", { policy: limit, retry_after: RETRY_AFTER_SECONDS });
    for (const { key } of [own, shared]) this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    const closed = answer.destroyed ? Promise.resolve() : new Promise((resolve) => answer.once("close", resolve));
    const working = work();
    void Promise.allSettled([working, closed]).then(() => {
      for (const { key } of [own, shared]) this.leave(key);
    });
    return working;
  }

  private leave(key: string) {
    const left = (this.taken.get(key) ?? 0) - 1;
    if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
  }
}
