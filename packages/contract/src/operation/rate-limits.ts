import type { RateLimitClass } from "./operation";

/** A token bucket: `burst` at once, refilled with `per_second`. */
export interface TokenBucket {
  readonly per_second: number;
  readonly burst: number;
}

/**
 * Limits of a class. `token`: each bearer (or, without one, each IP address); `tenant`: all bearers of a tenant
 * together.
 */
export interface RateLimit {
  readonly token: TokenBucket;
  readonly tenant: TokenBucket;
  /** Maximum number of calls under way at the same time, where one call can keep the server busy for long. */
  readonly concurrent?: ConcurrencyLimits;
  /** Bytes that all bearers of a tenant together may send. */
  readonly bytes?: TokenBucket;
}

export interface ConcurrencyLimits {
  readonly token: number;
  readonly tenant: number;
}

const bucketEvery = (seconds: number, count = 1): TokenBucket => ({ per_second: count / seconds, burst: count });

/** Limit on uploads of 200 MB a minute. */
export const uploadBytesTokenBucket = bucketEvery(60, 200 * 1_048_576);

/** The figures of the documentation page, scaled per installation by RATE_LIMIT_FACTOR and per tenant by its own factor. */
export const rateLimits: Readonly<Record<RateLimitClass, RateLimit>> = {
  auth_start: { token: bucketEvery(60, 30), tenant: bucketEvery(60, 100) },
  auth_check: { token: bucketEvery(60, 60), tenant: bucketEvery(60, 300) },
  /** Limit on invalid tokens from one IP address; no operation uses it. */
  invalid_token: { token: bucketEvery(60, 20), tenant: bucketEvery(60, 20) },
  read: { token: { per_second: 20, burst: 100 }, tenant: { per_second: 200, burst: 1000 } },
  write: { token: { per_second: 10, burst: 50 }, tenant: { per_second: 100, burst: 500 } },
  action: { token: { per_second: 5, burst: 120 }, tenant: { per_second: 100, burst: 500 } },
  location: { token: { per_second: 1, burst: 20 }, tenant: { per_second: 1000, burst: 5000 } },
  heavy: {
    token: { per_second: 2, burst: 4 },
    tenant: { per_second: 20, burst: 40 },
    concurrent: { token: 2, tenant: 10 },
  },
  export: {
    token: bucketEvery(3600, 30),
    tenant: { per_second: 1, burst: 30 },
    concurrent: { token: 1, tenant: 4 },
  },
  message: { token: { per_second: 1, burst: 20 }, tenant: bucketEvery(3600, 500) },
  routing: { token: { per_second: 10, burst: 20 }, tenant: { per_second: 100, burst: 200 } },
  upload: { token: { per_second: 1 / 3, burst: 40 }, tenant: bucketEvery(60, 200), bytes: uploadBytesTokenBucket },
  stream: { token: bucketEvery(60, 10), tenant: { per_second: 20, burst: 500 } },
  public: { token: bucketEvery(60, 30), tenant: { per_second: 100, burst: 500 } },
};
