import type { Principal } from "./principal";
import { problem } from "./problem";

const PER_BEARER = { USER: 5, SERVICE: 5, DEVICE: 2 } as const;
const PER_TENANT = 500;

/** How many streams each bearer and each tenant has open on this node. */
export class StreamSeats {
  private readonly taken = new Map<string, number>();

  constructor(private readonly factor: number) {}

  check(principal: Principal) {
    const factor = this.factor * principal.rate_limit_factor;
    const full = (key: string, seats: number) => (this.taken.get(key) ?? 0) >= Math.max(1, seats * factor);
    if (full(principal.subject_id, PER_BEARER[principal.kind]) || full(principal.tenant_id, PER_TENANT))
      throw problem("RATE_LIMIT_EXCEEDED", { policy: "stream", retry_after: 30 });
  }

  take({ subject_id, tenant_id }: Principal) {
    for (const key of [subject_id, tenant_id]) this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
  }

  give({ subject_id, tenant_id }: Principal) {
    for (const key of [subject_id, tenant_id]) {
      const left = (this.taken.get(key) ?? 0) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
    }
  }
}
