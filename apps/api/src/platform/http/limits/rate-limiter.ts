import type { RateLimitClass } from "@leitstand/contract/operation/operation";
import { type TokenBucket, rateLimits } from "@leitstand/contract/operation/rate-limits";
import { scaleTokenBucket, secondsUntilTokens, TokenBuckets } from "./token-buckets";

export interface RateLimitDecision {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
  readonly bucket: TokenBucket;
}

/**
 * Token buckets of one node, per class: one for the bearer (or IP address), one for the tenant. With several nodes behind
 * a balancer each grants its own share; the ceiling of an installation grows with its nodes.
 */
export class RateLimiter {
  private readonly buckets: TokenBuckets;

  constructor(
    /** Factor of this installation on every limit. */
    private readonly factor: number,
    nowMs: () => number = () => performance.now(),
  ) {
    this.buckets = new TokenBuckets(nowMs);
  }

  /** Takes one from both buckets, or from none. */
  take(limit: RateLimitClass, bearer: string, tenant: { id: string; factor: number } | null): RateLimitDecision {
    const factor = this.factor * (tenant?.factor ?? 1);
    const own = this.buckets.find(`${limit} ${bearer}`, scaleTokenBucket(rateLimits[limit].token, factor));
    const shared = tenant
      ? this.buckets.find(`${limit} ${tenant.id}`, scaleTokenBucket(rateLimits[limit].tenant, factor))
      : own;
    const { level, bucket } = shared.level.tokens < own.level.tokens ? shared : own;
    if (level.tokens < 1) {
      // A caller who waits so long finds one call in both buckets; the scarcer one need not be the one that fills up
      // later.
      const seconds = Math.ceil(Math.max(1, secondsUntilTokens(own, 1), secondsUntilTokens(shared, 1)));
      return { allowed: false, remaining: 0, retryAfterSeconds: seconds, bucket };
    }
    own.level.tokens -= 1;
    if (shared !== own) shared.level.tokens -= 1;
    return { allowed: true, remaining: Math.floor(level.tokens), retryAfterSeconds: 0, bucket };
  }
}
