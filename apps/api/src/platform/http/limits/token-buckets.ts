import type { TokenBucket } from "@leitstand/contract/operation/rate-limits";

interface BucketLevel {
  tokens: number;
  at: number;
}
/** Bucket with its level now; the code that takes from it lowers `level`. */
export interface RefilledTokenBucket {
  readonly level: BucketLevel;
  readonly bucket: TokenBucket;
}

const BUCKETS_MAX = 100_000;

/** Token buckets of one node by key, each filled up to now when it is looked at. */
export class TokenBuckets {
  private readonly levels = new Map<string, BucketLevel>();

  constructor(private readonly nowMs: () => number) {}

  find(key: string, bucket: TokenBucket): RefilledTokenBucket {
    const now = this.nowMs();
    let level = this.levels.get(key);
    if (!level) {
      if (this.levels.size >= BUCKETS_MAX) this.dropFull(now);
      level = { tokens: bucket.burst, at: now };
      this.levels.set(key, level);
    }
    level.tokens = Math.min(bucket.burst, level.tokens + ((now - level.at) / 1000) * bucket.per_second);
    level.at = now;
    return { level, bucket };
  }

  /** Buckets that were not used for an hour are full again; forgetting them changes nothing. */
  private dropFull(now: number) {
    for (const [key, { at }] of this.levels) if (now - at > 3_600_000) this.levels.delete(key);
    if (this.levels.size >= BUCKETS_MAX) this.levels.clear();
  }
}

export const secondsUntilTokens = ({ level, bucket }: RefilledTokenBucket, tokens: number) =>
  (tokens - level.tokens) / bucket.per_second;

/** Bucket multiplied by the factor of an installation and a tenant. */
export const scaleTokenBucket = ({ per_second, burst }: TokenBucket, factor: number): TokenBucket => ({
  per_second: per_second * factor,
  burst: Math.max(1, burst * factor),
});
