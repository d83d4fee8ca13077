import cors from "@fastify/cors";
import { REQUEST_BODY_BYTES_MAX, URL_LENGTH_MAX } from "@leitstand/contract/operation/limits";
import type { Operation } from "@leitstand/contract/operation/operation";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { formatCurrentHttpDate } from "../clock";
import type { OperationRoute } from "./handler";
import { problem } from "../problem";
import { isLocalRequest } from "../process/this-machine";
import { sendProblem } from "./answer";
import { registerJsonBodyParser } from "./input/body";
import { corsOptionsFor } from "./cors";
import { beginTrace, traceOfRequest } from "./exchange";
import { principalOfRequest } from "./gate";
import { addOperationRoute, type OperationRouteDependencies } from "./operation-route";
import { createParserErrorHandler } from "./raw-errors";
import { setDateHeader } from "./date-header";
import { createUntrustedProxyWarning } from "./unnamed-proxy";
import { findRepeatedHeader } from "./input/repeated-header";
import { isRequestAfterLastAnswered, delayContinueAnswers, markAnsweredEarly } from "./limits/unread-body";

export interface HttpServerOptions extends OperationRouteDependencies {
  readonly logger: object | false;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number;
  /** Whether the server answers this machine alone. */
  readonly demonstration?: boolean;
  /** Called after every answer: for metrics. */
  readonly onAnswer: (operation: string, status: number, milliseconds: number) => void;
}

const API_PREFIX = "/api/v1";
const KNOWN_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];

/** Switches off Fastify's lines about requests, as logAnswer writes ours; except this one, which is known only here. */
class OwnLogLines extends LogController {
  /** A client that has left is no fault; a source that can be read no further is. The connection has ended by then. */
  override streamError(error: Error & { code?: string }, request: FastifyRequest) {
    if (error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
    request.log.error({ trace_id: traceOfRequest(request)?.traceId, err: error }, "broke off");
  }
}

/** Creates the HTTP server: every route comes from the contract, every refusal from the error catalogue. */
export function createHttpServer(parts: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    logger: parts.logger as false,
    logController: new OwnLogLines({ disableRequestLogging: true }),
    // Log lines carry the trace themselves; a logger for each request costs more than the lines.
    childLoggerFactory: (logger) => logger,
    bodyLimit: REQUEST_BODY_BYTES_MAX,
    // A client that takes longer to send its request is told so; checked every second, so that 30 s are the limit in
    // truth. Node checks no request at all before headersTimeout has passed, so that one has to be the shorter.
    requestTimeout: 28_000,
    // A missing Host header is refused with an error of the catalogue, see checkHeaders.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: 15_000, requireHostHeader: false },
    keepAliveTimeout: 65_000,
    trustProxy: parts.trustProxy as boolean,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1_000, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => {
      // Set here, because no hook runs for these answers.
      reply.header("date", formatCurrentHttpDate(parts.clock));
      void sendProblem(badUrlProblem(error), { request, reply }, parts);
    },
    clientErrorHandler: createParserErrorHandler(parts.clock),
  });
  registerJsonBodyParser(app);
  const warnOfProxy = createUntrustedProxyWarning(parts.trustProxy);
  delayContinueAnswers(app.server, app.routing);
  app.addHook("onRequest", (request, reply, done) => {
    if (isRequestAfterLastAnswered(request)) return void reply.hijack();
    beginTrace(request, reply);
    checkHeaders(request);
    if (parts.demonstration && !isLocalRequest(request.raw)) throw problem("HOST_NOT_SERVED");
    warnOfProxy(request);
    // The CORS plugin would refuse the request as a malformed preflight, with an error that the catalogue does not
    // have.
    if (request.method === "OPTIONS" && !isPreflight(request)) checkRoute(request, reply);
    done();
  });
  parts.readers.watch(app);
  setDateHeader(app, parts.clock);
  void app.register(cors, corsOptionsFor(parts.corsOrigins));
  // Added only after CORS, so that pages of other sites can read the refusal.
  app.addHook("onRequest", (request, reply, done) => {
    checkRoute(request, reply);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    markAnsweredEarly(request);
    logAnswer(request, reply, parts);
    done();
  });
  app.setNotFoundHandler((request, reply) => sendProblem(problem("ROUTE_NOT_FOUND"), { request, reply }, parts));
  app.setErrorHandler((error, request, reply) => sendProblem(error, { request, reply }, parts));
  return app;
}

/** Adds the operations of modules, and 405 for every other method of their paths. */
export function addOperationRoutes(app: FastifyInstance, routes: readonly OperationRoute[], parts: HttpServerOptions) {
  const methods = new Map<string, string[]>();
  for (const { operation, handler } of routes) {
    const url = API_PREFIX + operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
    methods.set(url, [...(methods.get(url) ?? []), operation.method]);
    addOperationRoute(app, url, { operation, handler, parts });
  }
  for (const [url, known] of methods) {
    const allowed = known.join(", ");
    app.route({
      method: KNOWN_METHODS.filter((method) => !known.includes(method)),
      url,
      config: { allowed },
      handler: () => undefined,
    });
  }
}

const HOST_PATTERN = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses headers that a proxy in front may have read differently, before anything is done with the request. */
function checkHeaders({ raw }: FastifyRequest) {
  const repeated = findRepeatedHeader(raw);
  if (repeated !== undefined) throw problem("REQUEST_PARAMETER_INVALID", { parameter: repeated, rule: "unique" });
  const { host } = raw.headers;
  if (host === undefined ? raw.httpVersion === "1.1" : !HOST_PATTERN.test(host))
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "host", rule: "format" });
}

/**
 * First checks of a request, in the order of the error catalogue: whether path and method exist and the address fits.
 */
function checkRoute({ is404, method, raw, routeOptions }: FastifyRequest, reply: FastifyReply) {
  const { operation, allowed } = routeOptions.config as { operation?: Operation; allowed?: string };
  if (allowed !== undefined) {
    reply.header("allow", allowed);
    throw problem("METHOD_NOT_ALLOWED", { allowed });
  }
  if (is404 || method === "OPTIONS") throw problem("ROUTE_NOT_FOUND");
  if (operation && (raw.url ?? "").length > URL_LENGTH_MAX) throw problem("URI_TOO_LONG");
}

const isPreflight = ({ headers }: FastifyRequest) =>
  headers.origin !== undefined && headers["access-control-request-method"] !== undefined;

const badUrlProblem = (error: { code?: string }) =>
  error.code === "FST_ERR_BAD_URL"
    ? problem("REQUEST_PARAMETER_INVALID", { parameter: "path", rule: "encoding" })
    : error;

/** Logs one line per answer; ids of callers, never names, texts or query strings. */
function logAnswer(request: FastifyRequest, reply: FastifyReply, parts: HttpServerOptions) {
  const operation = (request.routeOptions.config as { operation?: Operation }).operation?.id ?? "none";
  parts.onAnswer(operation, reply.statusCode, reply.elapsedTime);
  const principal = principalOfRequest(request);
  request.log.info(
    {
      operation,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      trace_id: traceOfRequest(request)?.traceId,
      tenant: principal?.tenant_short_code,
      token_id: principal?.token_id,
    },
    "answered",
  );
}
