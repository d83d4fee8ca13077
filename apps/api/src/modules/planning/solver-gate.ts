/** Limits of a tenant: one plan at a time, and ten in a minute, because a plan takes a processor for seconds. */
const PLANS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

interface RateLimitedTenant {
  readonly tenant_id: string;
  readonly rate_limit_factor: number;
}

export type SolverAdmission =
  | { readonly isAdmitted: true; readonly leave: () => void }
  | { readonly isAdmitted: false; readonly retryAfterSeconds: number };

/** Admits plans on one node; the factors of the installation and of the tenant scale the rate like all other limits. */
export class SolverRateLimiter {
  private readonly inside = new Set<string>();
  private readonly begun = new Map<string, number[]>();

  constructor(private readonly factor: number) {}

  enter({ tenant_id, rate_limit_factor }: RateLimitedTenant, nowMs: number): SolverAdmission {
    if (this.inside.has(tenant_id)) return { isAdmitted: false, retryAfterSeconds: 1 };
    const recent = (this.begun.get(tenant_id) ?? []).filter((moment) => nowMs - moment < MINUTE_MS);
    const most = Math.max(1, Math.floor(PLANS_PER_MINUTE * this.factor * rate_limit_factor));
    if (recent.length >= most) {
      const oldest = recent[recent.length - most] as number;
      return { isAdmitted: false, retryAfterSeconds: Math.ceil((oldest + MINUTE_MS - nowMs) / 1000) };
    }
    this.inside.add(tenant_id);
    this.begun.set(tenant_id, [...recent, nowMs]);
    return { isAdmitted: true, leave: () => void this.inside.delete(tenant_id) };
  }
}
