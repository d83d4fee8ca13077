import type { FastifyInstance, FastifyRequest } from "fastify";
import { problem } from "../../problem";
import { principalOfRequest } from "../gate";

export interface UnreadAnswerLimits {
  /** Longest time in ms that a client may take nothing of an answer before the connection is closed. */
  readonly stalledMs: number;
  /** Bytes that may lie unread before further large answers are refused. */
  readonly tokenBytes: number;
  readonly tenantBytes: number;
  readonly nodeBytes: number;
  /** Unread bytes of a tenant up to which it is still served when the node's bytes are used up. */
  readonly fairBytes: number;
}
export const defaultUnreadAnswerLimits: UnreadAnswerLimits = {
  stalledMs: 60_000,
  tokenBytes: 8 * 1_048_576,
  tenantBytes: 32 * 1_048_576,
  nodeBytes: 128 * 1_048_576,
  fairBytes: 2 * 1_048_576,
};

/** Smallest size of an answer that is watched; a smaller one fits into the buffers of the operating system. */
const LARGE_ANSWER_BYTES_MIN = 65_536;
const NODE_KEY = "node";

export const isLargeAnswer = (text: string) => text.length >= LARGE_ANSWER_BYTES_MIN;

/**
 * Limits on answers that were sent and not yet read. They stay in memory until the client reads them, so each token,
 * each tenant and the node may have a limited number of bytes unread; a connection on which nothing moves is closed.
 */
export class UnreadAnswerLimiter {
  private readonly unread = new Map<string, number>();
  private readonly limits: UnreadAnswerLimits;

  constructor(limits: Partial<UnreadAnswerLimits> = {}) {
    this.limits = { ...defaultUnreadAnswerLimits, ...limits };
  }

  /** Watches every answer of a server, files and pages too. */
  watch(app: FastifyInstance) {
    app.addHook("onSend", (...[request, reply, payload, done]) => {
      // Node counts a connection as idle also when the client does not take what was written.
      reply.raw.setTimeout(this.limits.stalledMs);
      // Files are read as fast as they leave: little more of them than this lies in memory.
      const size = Buffer.isBuffer(payload) || typeof payload === "string" ? payload.length : LARGE_ANSWER_BYTES_MIN;
      if (size >= LARGE_ANSWER_BYTES_MIN && payload !== undefined && payload !== null) {
        const keys = limitKeysOf(request);
        for (const key of keys) this.add(key, size);
        reply.raw.once("close", () => {
          for (const key of keys) this.add(key, -size);
        });
      }
      done();
    });
  }

  /** Refuses a further large answer to a caller who has not taken the ones before. */
  check(request: FastifyRequest, policy: string) {
    const { tokenBytes, tenantBytes, nodeBytes, fairBytes } = this.limits;
    const [node, token, tenant] = limitKeysOf(request).map((key) => this.unread.get(key) ?? 0);
    const isFull = (node ?? 0) >= nodeBytes && (tenant ?? 0) >= fairBytes;
    if (isFull || (token ?? 0) >= tokenBytes || (tenant ?? 0) >= tenantBytes)
      throw problem("RATE_LIMIT_EXCEEDED", { policy, retry_after: 1 });
  }

  private add(key: string, bytes: number) {
    const sum = (this.unread.get(key) ?? 0) + bytes;
    if (sum > 0) this.unread.set(key, sum);
    else this.unread.delete(key);
  }
}

function limitKeysOf(request: FastifyRequest): readonly string[] {
  const bearer = principalOfRequest(request);
  return bearer ? [NODE_KEY, `token ${bearer.token_id}`, `tenant ${bearer.tenant_id}`] : [NODE_KEY];
}
