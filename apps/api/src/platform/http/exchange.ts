import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyReply, FastifyRequest } from "fastify";
import { dataSecurityHeaders } from "./protecting-headers";
import { continueOrBeginTrace, type TraceContext, traceparentOf } from "./trace";

/** One request for an operation, and its answer. */
export interface HttpExchange {
  readonly operation: Operation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const tracesByRequest = new WeakMap<FastifyRequest["raw"], TraceContext>();
export const traceOfRequest = ({ raw }: FastifyRequest): TraceContext => tracesByRequest.get(raw) as TraceContext;

/** Sets trace and headers of every answer, refusals included; a second call for one request changes nothing. */
export function beginTrace(request: FastifyRequest, reply: FastifyReply) {
  if (tracesByRequest.has(request.raw)) return;
  const header = request.headers["traceparent"];
  const trace = continueOrBeginTrace(typeof header === "string" ? header : undefined);
  tracesByRequest.set(request.raw, trace);
  const requestId = request.headers["x-request-id"];
  if (typeof requestId === "string" && /^[\w.:-]{1,128}$/.test(requestId)) reply.header("x-request-id", requestId);
  reply.headers({
    traceparent: traceparentOf(trace),
    "cache-control": "no-store",
    ...dataSecurityHeaders,
  });
}
