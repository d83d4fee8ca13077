import type { Socket } from "node:net";
import type { ErrorCode } from "@leitstand/contract/errors/errors";
import type { Clock } from "../clock";
import { problem } from "../problem";
import { createErrorBody } from "./error-answer";
import { dataSecurityHeaders } from "./protecting-headers";
import { continueOrBeginTrace } from "./trace";
import { wasAnsweredEarly } from "./limits/unread-body";

const PROTECTION_LINES = Object.entries({ "cache-control": "no-store", ...dataSecurityHeaders })
  .map((header) => `${header.join(": ")}\r\n`)
  .join("");

/** Answers errors that Node finds on a socket before there is a request, and closes the socket. */
export const createParserErrorHandler = (clock: Clock) => (error: Error & { code?: string }, socket: Socket) => {
  if (!socket.writable || error.code === "ECONNRESET" || wasAnsweredEarly(socket)) return void socket.destroy();
  const fault = problem(errorCodeOfSocketError(error.code));
  const body = JSON.stringify(
    createErrorBody(fault, { now: clock.now(), traceId: continueOrBeginTrace(undefined).traceId, language: undefined }),
  );
  socket.end(
    `HTTP/1.1 ${fault.status} Refused\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n` +
      `${PROTECTION_LINES}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

function errorCodeOfSocketError(code: string | undefined): ErrorCode {
  if (code === "HPE_HEADER_OVERFLOW") return "HEADERS_TOO_LARGE";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "REQUEST_TIMEOUT";
  return "REQUEST_MALFORMED_JSON";
}
