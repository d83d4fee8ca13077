import { OPEN_STREAMS_PER_TENANT_MAX, openStreamsMaxByTokenKind } from "@leitstand/contract/operation/limits";
import type { Principal } from "../access/principal";
import { problem } from "../problem";

/** Counts how many streams each bearer and each tenant has open on this node. */
export class StreamQuota {
  private readonly open = new Map<string, number>();

  constructor(private readonly factor: number) {}

  check(principal: Principal) {
    const factor = this.factor * principal.rate_limit_factor;
    const full = (key: string, most: number) => (this.open.get(key) ?? 0) >= Math.max(1, most * factor);
    if (
      full(principal.subject_id, openStreamsMaxByTokenKind[principal.kind]) ||
      full(principal.tenant_id, OPEN_STREAMS_PER_TENANT_MAX)
    )
      throw problem("RATE_LIMIT_EXCEEDED", { policy: "stream", retry_after: 30 });
  }

  acquire({ subject_id, tenant_id }: Principal) {
    for (const key of [subject_id, tenant_id]) this.open.set(key, (this.open.get(key) ?? 0) + 1);
  }

  release({ subject_id, tenant_id }: Principal) {
    for (const key of [subject_id, tenant_id]) {
      const left = (this.open.get(key) ?? 0) - 1;
      if (left > 0) this.open.set(key, left);
      else this.open.delete(key);
    }
  }
}
