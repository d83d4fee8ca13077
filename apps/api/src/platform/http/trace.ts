import { randomBytes } from "node:crypto";

/** W3C Trace Context, level 1. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: string;
}

/** Random bytes are fetched many at a time: each call costs as much as hundreds of them. */
const RANDOM_POOL_BYTES = 4_096;
let randomPool = Buffer.alloc(0);
let usedPoolBytes = 0;

function randomHex(bytes: number): string {
  if (usedPoolBytes + bytes > randomPool.length) {
    randomPool = randomBytes(RANDOM_POOL_BYTES);
    usedPoolBytes = 0;
  }
  usedPoolBytes += bytes;
  return randomPool.toString("hex", usedPoolBytes - bytes, usedPoolBytes);
}

const TRACEPARENT_PATTERN = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Continues the caller's trace, or begins one: a malformed header is never a reason to refuse a call. */
export function continueOrBeginTrace(traceparent: string | undefined): TraceContext {
  const match = TRACEPARENT_PATTERN.exec(traceparent ?? "");
  const spanId = randomHex(8);
  const [, traceId, parentId, flags] = match ?? [];
  if (!traceId || /^0+$/.test(traceId) || /^0+$/.test(parentId ?? "0")) {
    return { traceId: randomHex(16), spanId, flags: "00" };
  }
  return { traceId, spanId, flags: flags ?? "00" };
}

export const traceparentOf = ({ traceId, spanId, flags }: TraceContext) => `00-${traceId}-${spanId}-${flags}`;
