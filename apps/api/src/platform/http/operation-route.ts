import { REQUEST_BODY_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database, ReadConnectionKind, Tx } from "../database/database";
import type {
  HandlerCall,
  OperationHandler,
  AnonymousCall,
  RawConnectionCall,
  OperationRoute,
  RunTransactionStep,
  MultiStepCall,
} from "./handler";
import type { Principal, Scope } from "../access/principal";
import { type AnswerSendingOptions, sendAnswer } from "./answer";
import { checkBodyHeaders } from "./input/body";
import { type HttpExchange, traceOfRequest } from "./exchange";
import type { SecretSealer } from "../process/sealing";
import {
  type AdmittedCaller,
  admitCall,
  chargeInputToLimitClass,
  admitKnownDevice,
  type CallGateDependencies,
  wantsStream,
} from "./gate";
import {
  findIdempotencyScope,
  prepareUnlessAnswered,
  type RepeatableRequest,
  runUnlessAnswered,
  runTransactionSteps,
} from "./repetition";
import { checkAcceptHeader, type RequestInput, readRequestInput } from "./input/request-input";
import type { ConcurrencyLimiter } from "./limits/concurrency-limiter";

export interface OperationRouteDependencies extends CallGateDependencies, AnswerSendingOptions {
  readonly db: Database;
  readonly concurrencyLimiter: ConcurrencyLimiter;
  /** Secret key of the fingerprints of requests. */
  readonly pepper: string;
  /** Seals stored answers that show a secret. */
  readonly sealing: SecretSealer;
  /**
   * Answer to a repeated request: the first answer, as far as its caller may still read it; undefined when it is not
   * repeated.
   */
  readonly answerAgain?: (tx: Tx, reader: InputReader, answer: unknown) => Promise<unknown>;
}
interface InputReader {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
}

/** Adds the route of an operation with the steps of a call: headers, gate, input, work in a transaction, answer. */
export function addOperationRoute(
  app: FastifyInstance,
  url: string,
  { operation, handler, parts }: OperationRoute & { parts: OperationRouteDependencies },
) {
  const admissions = new WeakMap<FastifyRequest, AdmittedCaller>();
  const expects = operation.body === undefined ? "nothing" : (operation.bodyType ?? "json");
  app.route({
    method: operation.method,
    url,
    config: { operation, renderRefusal: handler.mode === "raw" ? handler.renderRefusal : undefined },
    bodyLimit: REQUEST_BODY_BYTES_MAX,
    onRequest: async (request, reply) => {
      checkBodyHeaders(request, expects);
      admissions.set(request, await admitCall({ operation, request, reply }, parts));
      checkAcceptHeader(operation, request.headers.accept);
    },
    handler: async (request, reply) => {
      const admission = admissions.get(request) as AdmittedCaller;
      if (operation.safe) parts.readers.check(request, operation.limit);
      const exchange = { operation, request, reply };
      const input = readRequestInput(operation, request, admission.country);
      await admitKnownDevice(exchange, admission, { body: input.body, parts });
      const run = () => runHandler(exchange, { handler, parts, admission, input });
      const { principal } = admission;
      // Live streams are not counted as long work: they have limits of their own.
      if (!principal || wantsStream(operation, request)) return run();
      const limit = chargeInputToLimitClass(exchange, input, { principal, limiter: parts.limiter });
      return parts.concurrencyLimiter.run({ limit, principal, answer: reply.raw }, run);
    },
  });
}

interface HandlerContext {
  readonly handler: OperationHandler;
  readonly parts: OperationRouteDependencies;
  readonly admission: AdmittedCaller;
  readonly input: RequestInput;
}

async function runHandler(exchange: HttpExchange, { handler, parts, admission, input }: HandlerContext) {
  const { operation, request, reply } = exchange;
  const acceptLanguage = request.headers["accept-language"];
  const common = {
    ...input,
    now: parts.clock.now(),
    traceId: traceOfRequest(request).traceId,
    scope: admission.scope,
    acceptLanguage,
  };
  if (handler.mode === "open") {
    const { ip, headers } = request;
    const call = { ...common, userAgent: headers["user-agent"], tenantId: admission.tenantId, ip };
    return sendAnswer(exchange, await handler.run(call as AnonymousCall), parts);
  }
  const principal = admission.principal as Principal;
  const caller = { ...common, principal } as WriterCall;
  if (handler.mode === "raw") {
    const result = await handler.run({ ...caller, request, reply } as RawConnectionCall);
    return isReplySent(reply) || (result as unknown) === reply ? reply : sendAnswer(exchange, result, parts);
  }
  if (operation.safe && handler.mode === "in") {
    const tx = parts.db.read(principal.tenant_id, readingLaneOf(operation));
    return sendAnswer(
      exchange,
      await handler.run({ ...caller, tx: { ...tx, traceId: common.traceId } } as HandlerCall),
      parts,
    );
  }
  const repeatable = findRepeatableRequest(exchange, { ...caller, parts, input });
  return sendAnswer(exchange, await runWriter(handler, caller, { parts, repeatable }), parts);
}

type WriterCall = Omit<MultiStepCall, "step">;

/** Runs a handler that writes: in one transaction or in several, and once for each Idempotency-Key. */
async function runWriter(
  handler: Extract<OperationHandler, { mode: "in" | "steps" }>,
  caller: WriterCall,
  { parts: { db }, repeatable }: { parts: OperationRouteDependencies; repeatable: RepeatableRequest | undefined },
): Promise<unknown> {
  const { tenant_id } = caller.principal;
  const traced = (tx: Tx): Tx => ({ ...tx, traceId: caller.traceId });
  if (handler.mode === "steps") {
    const run = (step: RunTransactionStep) =>
      handler.run({ ...caller, step: (name, work) => step(name, (tx) => work(traced(tx))) });
    return repeatable ? runTransactionSteps(repeatable, run) : run((_name, work) => db.transaction(tenant_id, work));
  }
  const prepare = () => handler.prepare?.(caller) ?? Promise.resolve();
  const run = (tx: Tx) => handler.run({ ...caller, tx: traced(tx) });
  if (!repeatable) {
    await prepare();
    return db.transaction(tenant_id, run);
  }
  if (handler.prepare) await prepareUnlessAnswered(repeatable, prepare);
  return runUnlessAnswered(repeatable, run);
}

/**
 * Whether a reply is answered. Fastify counts an answer as sent at its end: one whose client has left in the middle
 * never is, and nothing may follow it.
 */
const isReplySent = ({ sent, raw }: FastifyReply) => sent || raw.headersSent || raw.destroyed;

const readingLaneOf = ({ limit, query, method }: Operation): ReadConnectionKind =>
  limit === "heavy" || method !== "GET" || query?.properties?.["size"] !== undefined ? "long" : "short";

/** The repetition of a call; undefined for one that has no key. */
function findRepeatableRequest(
  exchange: HttpExchange,
  {
    parts,
    input,
    ...reader
  }: InputReader & { readonly parts: OperationRouteDependencies; readonly input: RequestInput },
): RepeatableRequest | undefined {
  const { principal } = reader;
  const scope = findIdempotencyScope(exchange, { ...parts, principal, input });
  if (!scope) return undefined;
  const { db, answerAgain } = parts;
  return {
    operation: exchange.operation,
    scope,
    db,
    tenantId: principal.tenant_id,
    again: async (tx, answer) => (answerAgain ? answerAgain(tx, reader, answer) : answer),
  };
}
