import type { LimitClass } from "@leitstand/contract/operation";
import { type Bucket, rateLimits } from "@leitstand/contract/rate-limits";

interface Level {
  tokens: number;
  at: number;
}
export interface Verdict {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly retryAfterSeconds: number;
  readonly bucket: Bucket;
}

const KEYS_MAX = 100_000;

/**
 * Token buckets of one node, per class: one for the bearer (or IP address), one for the tenant. With several nodes behind
 * a balancer each grants its own share; the ceiling of an installation grows with its nodes.
 */
export class RateLimiter {
  private readonly levels = new Map<string, Level>();

  constructor(
    /** Multiplies every figure of this installation. */
    private readonly factor: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Takes one from both buckets, or from none. */
  take(limit: LimitClass, bearer: string, tenant: { id: string; factor: number } | null): Verdict {
    const now = this.nowMs();
    const factor = this.factor * (tenant?.factor ?? 1);
    const own = this.level(`${limit} ${bearer}`, scale(rateLimits[limit].token, factor), now);
    const shared = tenant ? this.level(`${limit} ${tenant.id}`, scale(rateLimits[limit].tenant, factor), now) : own;
    const { level, bucket } = shared.level.tokens < own.level.tokens ? shared : own;
    if (level.tokens < 1) {
      // Who waits so long finds one in both buckets; the scarcer one need not be the one that fills up later.
      const seconds = Math.ceil(Math.max(1, secondsUntilOne(own), secondsUntilOne(shared)));
      return { allowed: false, remaining: 0, retryAfterSeconds: seconds, bucket };
    }
    own.level.tokens -= 1;
    if (shared !== own) shared.level.tokens -= 1;
    return { allowed: true, remaining: Math.floor(level.tokens), retryAfterSeconds: 0, bucket };
  }

  private level(key: string, bucket: Bucket, now: number) {
    let level = this.levels.get(key);
    if (!level) {
      if (this.levels.size >= KEYS_MAX) this.dropFull(now);
      level = { tokens: bucket.burst, at: now };
      this.levels.set(key, level);
    }
    level.tokens = Math.min(bucket.burst, level.tokens + ((now - level.at) / 1000) * bucket.per_second);
    level.at = now;
    return { level, bucket };
  }

  /** Buckets nobody has touched for an hour are full again; forgetting them changes nothing. */
  private dropFull(now: number) {
    for (const [key, { at }] of this.levels) if (now - at > 3_600_000) this.levels.delete(key);
    if (this.levels.size >= KEYS_MAX) this.levels.clear();
  }
}

const secondsUntilOne = ({ level, bucket }: { level: Level; bucket: Bucket }) => (1 - level.tokens) / bucket.per_second;

const scale = ({ per_second, burst }: Bucket, factor: number): Bucket => ({
  per_second: per_second * factor,
  burst: Math.max(1, burst * factor),
});
