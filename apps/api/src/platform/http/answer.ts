import type { ErrorCode } from "@leitstand/contract/errors/errors";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock";
import { JsonAnswerText, type RefusalPageRenderer } from "./handler";
import { Problem, problem } from "../problem";
import { parseAcceptedMediaRanges } from "./accept";
import { mayAnswerBeCompressed, sendCompressed, addVaryNames } from "./compression";
import { toProblemJson, createErrorBody } from "./error-answer";
import { beginTrace, type HttpExchange, traceOfRequest } from "./exchange";
import { problemOfError } from "./fault";
import { logRefusal } from "./refusal-log";
import { isLargeAnswer, type UnreadAnswerLimiter } from "./limits/unread-answers";
import { closeAfterUnreadBody } from "./limits/unread-body";
import { findAnswerFault } from "./input/validation";

export interface AnswerSendingOptions {
  readonly clock: Clock;
  /** Whether every answer is checked against the contract, as in tests. */
  readonly checksAnswers: boolean;
  /** Answers that clients have not read yet. */
  readonly readers: UnreadAnswerLimiter;
  /** Whether answers are compressed where it is worth it; off where a proxy does so. */
  readonly compresses: boolean;
  /** Origin of the documentation site, which problems point to; undefined where there is none. */
  readonly docsUrl?: string | undefined;
}

export function sendAnswer({ operation, reply, request }: HttpExchange, result: unknown, parts: AnswerSendingOptions) {
  const { checksAnswers, readers, compresses } = parts;
  reply.code(operation.success);
  if (operation.answer === undefined) return reply.send();
  const text = result instanceof JsonAnswerText ? result.text : JSON.stringify(result);
  if (checksAnswers) {
    const fault = findAnswerFault(operation.answer, JSON.parse(text));
    if (fault) throw new Error(`The answer of ${operation.id} breaks the contract: ${fault}`);
  }
  const lockVersion = (result as { lock_version?: number } | null)?.lock_version;
  if (lockVersion !== undefined) reply.header("etag", `"${lockVersion}"`);
  // The answer to a write is sent in any case.
  if (operation.safe && isLargeAnswer(text)) readers.check(request, operation.limit);
  reply.header("content-type", "application/json; charset=utf-8");
  return compresses && mayAnswerBeCompressed(operation) ? sendCompressed(reply, text) : reply.send(text);
}

export function sendProblem(
  error: unknown,
  { request, reply }: Omit<HttpExchange, "operation">,
  parts: AnswerSendingOptions,
) {
  beginTrace(request, reply);
  const fault = assertDocumented(problemOfError(error), request, parts);
  const { traceId } = traceOfRequest(request);
  if (fault.status >= 500) {
    const err = error instanceof Problem ? undefined : error;
    request.log.error({ trace_id: traceId, code: fault.code, err }, "failed");
  }
  logRefusal(request, fault, traceId);
  setProblemHeaders(reply, fault);
  closeAfterUnreadBody(request, reply);
  reply.code(fault.status).header("vary", addVaryNames(reply.getHeader("vary"), "accept, accept-language"));
  const { renderRefusal } = request.routeOptions.config as { renderRefusal?: RefusalPageRenderer };
  if (renderRefusal && prefersPage(request)) return sendRefusalPage(fault, { request, reply, renderRefusal }, parts);
  const body = createErrorBody(fault, {
    now: parts.clock.now(),
    traceId,
    language: request.headers["accept-language"],
  });
  const asksForProblem = parseAcceptedMediaRanges(request.headers.accept ?? "").includes("application/problem+json");
  return reply
    .header("content-type", asksForProblem ? "application/problem+json" : "application/json; charset=utf-8")
    .send(
      JSON.stringify(asksForProblem ? toProblemJson(body, { status: fault.status, docsUrl: parts.docsUrl }) : body),
    );
}

/** Whether a page is wanted rather than an error in JSON: browsers ask for one by name, and programs do not. */
function prefersPage({ headers }: FastifyRequest): boolean {
  const wanted = parseAcceptedMediaRanges(headers.accept ?? "");
  return wanted.includes("text/html") && !wanted.includes("application/json");
}

async function sendRefusalPage(
  fault: Problem,
  { request, reply, renderRefusal }: Omit<HttpExchange, "operation"> & { renderRefusal: RefusalPageRenderer },
  { clock }: AnswerSendingOptions,
) {
  const { html, headers } = await renderRefusal({
    fault,
    params: request.params as Record<string, string>,
    acceptLanguage: request.headers["accept-language"],
    now: clock.now(),
  });
  return reply.headers(headers).send(html);
}

function setProblemHeaders(reply: FastifyReply, { code, status, faults }: Problem) {
  const retryAfter = faults[0]?.["retry_after"];
  if (retryAfter !== undefined && retryAfter !== null) reply.header("retry-after", String(retryAfter));
  if (status === 401)
    reply.header("www-authenticate", BAD_TOKEN_CODES.has(code) ? 'Bearer error="invalid_token"' : "Bearer");
}

/**
 * Codes of bad tokens. RFC 6750, section 3: an error is named only to callers who have sent a token, and only when it
 * is bad.
 */
const BAD_TOKEN_CODES: ReadonlySet<ErrorCode> = new Set([
  "AUTH_TOKEN_INVALID",
  "AUTH_TOKEN_EXPIRED",
  "AUTH_TOKEN_REVOKED",
]);

/** Throws in tests when an operation answers a code that it does not list: integrators could not have known it. */
function assertDocumented(fault: Problem, request: FastifyRequest, { checksAnswers }: AnswerSendingOptions): Problem {
  const { operation } = request.routeOptions.config as { operation?: Operation };
  if (!checksAnswers || !operation || errorCodesOfOperation(operation).includes(fault.code)) return fault;
  request.log.error(`${operation.id} answered ${fault.code}, which its contract does not list`);
  return problem("INTERNAL_ERROR");
}
