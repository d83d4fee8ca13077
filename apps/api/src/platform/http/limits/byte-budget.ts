import { uploadBytesTokenBucket } from "@leitstand/contract/operation/rate-limits";
import type { Principal } from "../../access/principal";
import { problem } from "../../problem";
import { scaleTokenBucket, secondsUntilTokens, TokenBuckets } from "./token-buckets";

/** Budget of bytes that a tenant may upload to this node in a minute; counted before they are kept anywhere. */
export class UploadByteBudget {
  private readonly buckets = new TokenBuckets(() => performance.now());

  constructor(
    /** Factor of this installation on every limit. */
    private readonly factor: number,
  ) {}

  /**
   * Takes from the budget; throws RATE_LIMIT_EXCEEDED, and takes nothing, when too little is left. A full budget is
   * enough for any file.
   */
  take({ tenant_id, rate_limit_factor }: Pick<Principal, "tenant_id" | "rate_limit_factor">, bytes: number) {
    const filled = this.buckets.find(
      tenant_id,
      scaleTokenBucket(uploadBytesTokenBucket, this.factor * rate_limit_factor),
    );
    const taken = Math.min(bytes, filled.bucket.burst);
    if (filled.level.tokens >= taken) {
      filled.level.tokens -= taken;
      return;
    }
    const seconds = secondsUntilTokens(filled, taken);
    throw problem("RATE_LIMIT_EXCEEDED", { policy: "upload", retry_after: Math.ceil(Math.max(1, seconds)) });
  }
}
