import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyReply, FastifyRequest } from "fastify";
import { protectingHeaders } from "./protecting-headers";
import { continueTrace, type Trace, traceparentOf } from "./trace";

/** One request for an operation, and its answer. */
export interface Exchange {
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const traces = new WeakMap<FastifyRequest["raw"], Trace>();
export const traceOf = ({ raw }: FastifyRequest): Trace => traces.get(raw) as Trace;

/** Sets trace and headers of every answer, refusals included; a second call for one request changes nothing. */
export function beginTrace(request: FastifyRequest, reply: FastifyReply) {
  if (traces.has(request.raw)) return;
  const header = request.headers["traceparent"];
  const trace = continueTrace(typeof header === "string" ? header : undefined);
  traces.set(request.raw, trace);
  const requestId = request.headers["x-request-id"];
  if (typeof requestId === "string" && /^[\w.:-]{1,128}$/.test(requestId)) reply.header("x-request-id", requestId);
  reply.headers({
    traceparent: traceparentOf(trace),
    "cache-control": "no-store",
    ...protectingHeaders,
  });
}
