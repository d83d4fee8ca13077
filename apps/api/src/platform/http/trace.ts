import { randomBytes } from "node:crypto";

/** W3C Trace Context, level 1. */
export interface Trace {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: string;
}

/** Random bytes are fetched many at a time: each call costs as much as hundreds of them. */
const POOL_BYTES = 4_096;
let pool = Buffer.alloc(0);
let used = 0;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Continues the caller's trace, or begins one: a malformed header is never a reason to refuse a call. */
export function continueTrace(traceparent: string | undefined): Trace {
  const match = TRACEPARENT.exec(traceparent ?? "");
  const spanId = randomHex(8);
  const [, traceId, parentId, flags] = match ?? [];
  if (!traceId || /^0+$/.test(traceId) || /^0+$/.test(parentId ?? "0")) {
    return { traceId: randomHex(16), spanId, flags: "00" };
  }
  return { traceId, spanId, flags: flags ?? "00" };
}

export const traceparentOf = ({ traceId, spanId, flags }: Trace) => `00-${traceId}-${spanId}-${flags}`;
