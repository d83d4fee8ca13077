import { BODY_BYTES_MAX } from "@leitstand/contract/operation/limits";
import { acceptsIdempotencyKey, type Operation } from "@leitstand/contract/operation/operation";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database, Lane, Tx } from "../database/database";
import { type Call, type Handler, JsonText, type OpenCall, type RawCall, type Route } from "./handler";
import type { Principal, Scope } from "../access/principal";
import { type AnswerParts, sendAnswer } from "./answer";
import { checkBodyHeaders } from "./input/body";
import { type Exchange, traceOf } from "./exchange";
import { problem } from "../problem";
import { type Admission, admit, admitInput, admitKnownDevice, type GateParts, wantsStream } from "./gate";
import { findStoredAnswer, fingerprintOf, type IdempotencyScope, readIdempotencyKey, storeAnswer } from "./idempotency";
import { checkAccept, type Input, readInput } from "./input/request-input";
import type { Seats } from "./limits/seats";

export interface RouteParts extends GateParts, AnswerParts {
  readonly db: Database;
  readonly seats: Seats;
  /** Secret key of the fingerprints of requests. */
  readonly pepper: string;
  /**
   * Answer to a repeated request: the first answer, as far as its caller may still read it; undefined when it is not
   * repeated.
   */
  readonly answerAgain?: (tx: Tx, reader: Reader, answer: unknown) => Promise<unknown>;
}
interface Reader {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
}

/** Adds the route of an operation with the steps of a call: headers, gate, input, work in a transaction, answer. */
export function addRoute(
  app: FastifyInstance,
  url: string,
  { operation, handler, parts }: Route & { parts: RouteParts },
) {
  const admissions = new WeakMap<FastifyRequest, Admission>();
  const expects = operation.body === undefined ? "nothing" : (operation.bodyType ?? "json");
  app.route({
    method: operation.method,
    url,
    config: { operation },
    bodyLimit: BODY_BYTES_MAX,
    onRequest: async (request, reply) => {
      checkBodyHeaders(request, expects);
      admissions.set(request, await admit({ operation, request, reply }, parts));
      checkAccept(operation, request.headers.accept);
    },
    handler: async (request, reply) => {
      const admission = admissions.get(request) as Admission;
      if (operation.safe) parts.readers.check(request, operation.limit);
      const exchange = { operation, request, reply };
      const input = readInput(operation, request, admission.country);
      await admitKnownDevice(exchange, admission, { body: input.body, parts });
      const run = () => work(exchange, { handler, parts, admission, input });
      const { principal } = admission;
      // A live stream is no long work, and has seats of its own.
      if (!principal || wantsStream(operation, request)) return run();
      const limit = admitInput(exchange, input, { principal, limiter: parts.limiter });
      return parts.seats.during({ limit, principal, answer: reply.raw }, run);
    },
  });
}

interface Bound {
  readonly handler: Handler;
  readonly parts: RouteParts;
  readonly admission: Admission;
  readonly input: Input;
}

async function work(exchange: Exchange, { handler, parts, admission, input }: Bound) {
  const { operation, request, reply } = exchange;
  const acceptLanguage = request.headers["accept-language"];
  const common = {
    ...input,
    now: parts.clock.now(),
    traceId: traceOf(request).traceId,
    scope: admission.scope,
    acceptLanguage,
  };
  if (handler.mode === "open") {
    const { ip, headers } = request;
    const call = { ...common, userAgent: headers["user-agent"], tenantId: admission.tenantId, ip };
    return sendAnswer(exchange, await handler.run(call as OpenCall), parts);
  }
  const principal = admission.principal as Principal;
  if (handler.mode === "raw") {
    const result = await handler.run({ ...common, principal, request, reply } as RawCall);
    return isAnswered(reply) || (result as unknown) === reply ? reply : sendAnswer(exchange, result, parts);
  }
  const run = (tx: Tx) => handler.run({ ...common, principal, tx: { ...tx, traceId: common.traceId } } as Call);
  const { tenant_id } = principal;
  if (operation.safe) return sendAnswer(exchange, await run(parts.db.read(tenant_id, laneOf(operation))), parts);
  const scope = idempotencyScope(exchange, { principal, input, pepper: parts.pepper });
  const again = async (tx: Tx, answer: unknown) =>
    parts.answerAgain ? parts.answerAgain(tx, { ...common, principal } as Reader, answer) : answer;
  const result = await parts.db.transaction(tenant_id, (tx) =>
    scope ? once(tx, { scope, operation, run, again }) : run(tx),
  );
  return sendAnswer(exchange, result, parts);
}

/**
 * Whether a reply is answered. Fastify counts an answer as sent at its end: one whose client has left in the middle
 * never is, and nothing may follow it.
 */
const isAnswered = ({ sent, raw }: FastifyReply) => sent || raw.headersSent || raw.destroyed;

const laneOf = ({ limit, query, method }: Operation): Lane =>
  limit === "heavy" || method !== "GET" || query?.properties?.["size"] !== undefined ? "long" : "short";

function idempotencyScope(
  { operation, request }: Exchange,
  { principal, input, pepper }: { principal: Principal; input: Input; pepper: string },
): IdempotencyScope | undefined {
  if (!acceptsIdempotencyKey(operation)) return undefined;
  const { params, query, body } = input;
  const inBody = (body as { action_id?: string } | undefined)?.action_id;
  const key = readIdempotencyKey(request.headers["idempotency-key"]) ?? inBody;
  if (key === undefined) return undefined;
  const fingerprint = fingerprintOf({ params, query, body }, pepper);
  return { subject: principal.subject_id, operation: operation.id, key, fingerprint };
}

interface Repeatable {
  readonly scope: IdempotencyScope;
  readonly operation: Operation;
  readonly run: (tx: Tx) => Promise<unknown>;
  readonly again: (tx: Tx, answer: unknown) => Promise<unknown>;
}

/** Runs the work unless its answer is known already. */
async function once(tx: Tx, { scope, operation, run, again }: Repeatable) {
  const stored = await findStoredAnswer(tx, scope);
  if (stored)
    return stored.body === null
      ? undefined
      : replayed(stored.body, async (answer) => (await again(tx, answer)) ?? refuseAgain(operation));
  // The answer is stored with the work, so the work's last row is not the last of the transaction.
  const result = await run({ ...tx, last: tx.maybe });
  const body = result === undefined ? null : result instanceof JsonText ? result.text : JSON.stringify(result);
  storeAnswer(tx, scope, { status: operation.success, body });
  return result;
}

/** Refuses a repeated request whose answer the caller may no longer read, like one for an unreachable object. */
function refuseAgain({ path }: Operation): never {
  throw problem(path.includes("{") ? "RESOURCE_NOT_FOUND" : "BRANCH_ACCESS_DENIED", {});
}

/** Repeated answer with the version it had, so that the ETag is that of the first answer too. */
async function replayed(text: string, again: (answer: unknown) => Promise<unknown>): Promise<JsonText> {
  const stored: unknown = JSON.parse(text);
  const answer = await again(stored);
  const { lock_version } = (answer ?? {}) as { lock_version?: number };
  return new JsonText(answer === stored ? text : JSON.stringify(answer), lock_version);
}
