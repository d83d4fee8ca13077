import cors from "@fastify/cors";
import { acceptsIdempotencyKey, errorsOf, type Operation, takesLockVersion } from "@leitstand/contract/operation";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Clock } from "../clock";
import type { Database, Lane, Tx } from "../database";
import { type Call, type Handler, JsonText, type OpenCall, type RawCall, type Route } from "../module";
import type { Principal } from "../principal";
import { Problem, problem } from "../problem";
import { BODY_BYTES_MAX, checkBodyHeaders, readJsonBodies } from "./body";
import { asProblemJson, errorBody } from "./error-answer";
import { problemOf } from "./fault";
import { type Admission, admit, bearerOf, type GateParts } from "./gate";
import { findStoredAnswer, fingerprintOf, type IdempotencyScope, readIdempotencyKey, storeAnswer } from "./idempotency";
import { readQuery } from "./parameters";
import { answerRawErrors } from "./raw-errors";
import { logRefusal } from "./refusal-log";
import { continueTrace, type Trace, traceparentOf } from "./trace";
import { checkBody, checkParameters, findAnswerFault } from "./validation";

export interface ServerParts extends GateParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: object | false;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number;
  /** Tests let every answer be checked against the contract. */
  readonly checksAnswers: boolean;
  /** Told of every answer: for metrics. */
  readonly onAnswer: (operation: string, status: number, milliseconds: number) => void;
}

const PREFIX = "/api/v1";
const URL_LENGTH_MAX = 8_192;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "TRACE"];
const traces = new WeakMap<FastifyRequest["raw"], Trace>();
export const traceOf = (request: FastifyRequest): Trace => traces.get(request.raw) as Trace;

/** The HTTP face: every route comes from the contract, every refusal from the error catalogue. */
export function createServer(parts: ServerParts): FastifyInstance {
  const app = Fastify({
    logger: parts.logger as false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES_MAX,
    // Whoever takes longer to say what they want is told so; looked at every second, so that 30 s are the limit in truth.
    // Node looks at no request at all before headersTimeout has passed, so that one has to be the shorter.
    requestTimeout: 28_000,
    http: { connectionsCheckingInterval: 1_000, headersTimeout: 15_000 },
    keepAliveTimeout: 65_000,
    trustProxy: parts.trustProxy as boolean,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1_000, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => void sendProblem(badUrl(error), request, reply, parts),
    clientErrorHandler: answerRawErrors,
  });
  void app.register(cors, {
    origin: [...parts.corsOrigins],
    maxAge: 600,
    exposedHeaders: ["etag", "link", "retry-after", "traceparent", "ratelimit", "ratelimit-policy"],
  });
  readJsonBodies(app);
  app.addHook("onRequest", (request, reply, done) => {
    beginTrace(request, reply);
    if (request.raw.url && request.raw.url.length > URL_LENGTH_MAX) throw problem("URI_TOO_LONG");
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logAnswer(request, reply, parts);
    done();
  });
  app.setNotFoundHandler((request, reply) => sendProblem(problem("ROUTE_NOT_FOUND"), request, reply, parts));
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, parts));
  return app;
}

/** Adds the operations of modules, and 405 for every other method of their paths. */
export function addRoutes(app: FastifyInstance, routes: readonly Route[], parts: ServerParts) {
  const methods = new Map<string, string[]>();
  for (const { operation, handler } of routes) {
    const url = PREFIX + operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
    methods.set(url, [...(methods.get(url) ?? []), operation.method]);
    addRoute(app, url, operation, { handler, parts });
  }
  for (const [url, known] of methods) {
    const allowed = known.join(", ");
    app.route({
      method: METHODS.filter((method) => !known.includes(method)),
      url,
      onRequest: (_request, reply) => {
        reply.header("allow", allowed);
        throw problem("METHOD_NOT_ALLOWED", { allowed });
      },
      handler: () => undefined,
    });
  }
}

interface Bound {
  readonly handler: Handler;
  readonly parts: ServerParts;
}

function addRoute(app: FastifyInstance, url: string, operation: Operation, bound: Bound) {
  const admissions = new WeakMap<FastifyRequest, Admission>();
  const expects = operation.body === undefined ? "nothing" : (operation.bodyType ?? "json");
  app.route({
    method: operation.method,
    url,
    config: { operation },
    bodyLimit: BODY_BYTES_MAX,
    onRequest: async (request, reply) => {
      checkBodyHeaders(request, expects);
      admissions.set(request, await admit(operation, request, reply, bound.parts));
      checkAccept(operation, request.headers.accept);
    },
    handler: async (request, reply) => {
      const admission = admissions.get(request) as Admission;
      return answer(operation, request, reply, { ...bound, admission });
    },
  });
}

async function answer(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  bound: Bound & { admission: Admission },
) {
  const input = readInput(operation, request);
  const { handler, parts, admission } = bound;
  const common = { ...input, now: parts.clock.now(), traceId: traceOf(request).traceId, scope: admission.scope };
  if (handler.mode === "open") {
    const call = {
      ...common,
      tenantId: admission.tenantId,
      ip: request.ip,
      acceptLanguage: request.headers["accept-language"],
    };
    return send(operation, reply, await handler.run(call as OpenCall), parts);
  }
  const principal = admission.principal as Principal;
  if (handler.mode === "raw") {
    const result = await handler.run({ ...common, principal, request, reply } as RawCall);
    return reply.sent || (result as unknown) === reply ? reply : send(operation, reply, result, parts);
  }
  const run = (tx: Tx) => handler.run({ ...common, principal, tx: { ...tx, traceId: common.traceId } } as Call);
  if (operation.safe)
    return send(operation, reply, await run(parts.db.read(principal.tenant_id, laneOf(operation))), parts);
  const scope = idempotencyScope(operation, request, { principal, input });
  const result = await parts.db.transaction(principal.tenant_id, (tx) =>
    scope ? once(tx, scope, operation, run) : run(tx),
  );
  return send(operation, reply, result, parts);
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

function readInput(operation: Operation, request: FastifyRequest): Input {
  const { params: paramsSchema, query: querySchema, body: bodySchema } = operation;
  const params = request.params as Record<string, string>;
  if (paramsSchema) checkParameters(paramsSchema, params);
  const [, search = ""] = (request.raw.url ?? "").split(/\?(.*)/s);
  const query = readQuery(search, querySchema ?? NO_QUERY);
  checkParameters(querySchema ?? NO_QUERY, query);
  if (!bodySchema || operation.bodyType === "multipart") return { params, query, body: undefined };
  const body = request.body;
  if (body === undefined || body === null) {
    if (operation.bodyOptional) return { params, query, body: {} };
    throw problem("REQUEST_BODY_REQUIRED");
  }
  checkBody(bodySchema, body);
  if (takesLockVersion(operation))
    checkIfMatch(request.headers["if-match"], (body as { lock_version?: number }).lock_version);
  return { params, query, body };
}

const NO_QUERY = { type: "object", properties: {}, additionalProperties: false } as unknown as NonNullable<
  Operation["query"]
>;

/** If-Match may repeat the lock_version of the body; it may not say something else. */
function checkIfMatch(header: string | undefined, lockVersion: number | undefined) {
  if (header === undefined || header === "*") return;
  if (header !== `"${lockVersion}"`)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "If-Match", rule: "lock_version" });
}

function checkAccept(operation: Operation, accept: string | undefined) {
  if (accept === undefined || accept === "" || operation.answerType === "binary") return;
  const offered = [
    "application/json",
    "application/problem+json",
    ...(operation.answerType === "event_stream" ? ["text/event-stream"] : []),
  ];
  const wanted = accept.split(",").map((entry) => (entry.split(";")[0] ?? "").trim().toLowerCase());
  const takes = (type: string) =>
    wanted.some(
      (range) => range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1))),
    );
  if (!offered.some(takes)) throw problem("NOT_ACCEPTABLE", { accepted: offered.join(", ") });
}

const laneOf = ({ limit, query, method }: Operation): Lane =>
  limit === "heavy" || method !== "GET" || query?.properties?.["size"] !== undefined ? "long" : "short";

function idempotencyScope(
  operation: Operation,
  request: FastifyRequest,
  given: { principal: Principal; input: Input },
): IdempotencyScope | undefined {
  if (!acceptsIdempotencyKey(operation)) return undefined;
  const { params, body } = given.input;
  const key =
    readIdempotencyKey(request.headers["idempotency-key"]) ?? (body as { action_id?: string } | undefined)?.action_id;
  if (key === undefined) return undefined;
  return {
    subject: given.principal.subject_id,
    operation: operation.id,
    key,
    fingerprint: fingerprintOf(params, body),
  };
}

/** Runs the work unless its answer is known already. */
async function once(tx: Tx, scope: IdempotencyScope, operation: Operation, run: (tx: Tx) => Promise<unknown>) {
  const stored = await findStoredAnswer(tx, scope);
  if (stored) return stored.body === null ? undefined : new JsonText(stored.body);
  const result = await run(tx);
  const body = result === undefined ? null : result instanceof JsonText ? result.text : JSON.stringify(result);
  storeAnswer(tx, scope, { status: operation.success, body });
  return result;
}

function send(operation: Operation, reply: FastifyReply, result: unknown, parts: ServerParts) {
  reply.code(operation.success);
  if (operation.answer === undefined) return reply.send();
  const text = result instanceof JsonText ? result.text : JSON.stringify(result);
  if (parts.checksAnswers) {
    const fault = findAnswerFault(operation.answer, JSON.parse(text));
    if (fault) throw new Error(`The answer of ${operation.id} breaks the contract: ${fault}`);
  }
  const lockVersion = (result as { lock_version?: number } | null)?.lock_version;
  if (lockVersion !== undefined) reply.header("etag", `"${lockVersion}"`);
  return reply.header("content-type", "application/json; charset=utf-8").send(text);
}

function beginTrace(request: FastifyRequest, reply: FastifyReply) {
  const header = request.headers["traceparent"];
  const trace = continueTrace(typeof header === "string" ? header : undefined);
  traces.set(request.raw, trace);
  const requestId = request.headers["x-request-id"];
  if (typeof requestId === "string" && /^[\w.:-]{1,128}$/.test(requestId)) reply.header("x-request-id", requestId);
  reply.headers({
    traceparent: traceparentOf(trace),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
  });
}

const badUrl = (error: { code?: string }) =>
  error.code === "FST_ERR_BAD_URL"
    ? problem("REQUEST_PARAMETER_INVALID", { parameter: "path", rule: "encoding" })
    : error;

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, parts: ServerParts) {
  const fault = documented(problemOf(error), request, parts);
  if (!traces.has(request.raw)) beginTrace(request, reply);
  const { traceId } = traceOf(request);
  if (fault.status >= 500)
    request.log.error(
      { trace_id: traceId, code: fault.code, err: error instanceof Problem ? undefined : error },
      "failed",
    );
  logRefusal(request, fault, traceId);
  const retryAfter = fault.faults[0]?.["retry_after"];
  if (retryAfter !== undefined && retryAfter !== null) reply.header("retry-after", String(retryAfter));
  if (fault.status === 401)
    reply.header("www-authenticate", fault.code === "AUTH_TOKEN_MISSING" ? "Bearer" : 'Bearer error="invalid_token"');
  const body = errorBody(fault, { now: parts.clock.now(), traceId, language: request.headers["accept-language"] });
  const asksForProblem = (request.headers.accept ?? "").includes("application/problem+json");
  return reply
    .code(fault.status)
    .header("content-type", asksForProblem ? "application/problem+json" : "application/json; charset=utf-8")
    .header("vary", "accept, accept-language")
    .send(JSON.stringify(asksForProblem ? asProblemJson(body, fault.status) : body));
}

/** In tests a code that its operation does not list is a fault of ours: integrators could not have known it. */
function documented(fault: Problem, request: FastifyRequest, parts: ServerParts): Problem {
  const { operation } = request.routeOptions.config as { operation?: Operation };
  if (!parts.checksAnswers || !operation || errorsOf(operation).includes(fault.code)) return fault;
  request.log.error(`${operation.id} answered ${fault.code}, which its contract does not list`);
  return problem("INTERNAL_ERROR");
}

/** One line per answer; ids of callers, never names, texts or query strings. */
function logAnswer(request: FastifyRequest, reply: FastifyReply, parts: ServerParts) {
  const operation = (request.routeOptions.config as { operation?: Operation }).operation?.id ?? "none";
  parts.onAnswer(operation, reply.statusCode, reply.elapsedTime);
  const principal = bearerOf(request);
  request.log.info(
    {
      operation,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      trace_id: traceOf(request)?.traceId,
      tenant: principal?.tenant_short_code,
      token_id: principal?.token_id,
    },
    "answered",
  );
}
