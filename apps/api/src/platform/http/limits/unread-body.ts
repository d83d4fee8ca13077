import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { REQUEST_BODY_BYTES_MAX } from "@leitstand/contract/operation/limits";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Milliseconds for which a client that sends on after the answer is still read, so that the answer reaches it. */
const UNREAD_BODY_GRACE_MS = 5_000;

/** Connections that have had their last answer, and are read only until their client notices. */
const closingSockets = new WeakSet<Socket>();
/** Last request of each connection that was answered before the whole request had arrived. */
const earlyAnsweredRequests = new WeakMap<Socket, IncomingMessage>();

const expectsContinue = ({ headers }: IncomingMessage) => /^100-continue$/i.test(headers.expect ?? "");

/**
 * Answers `Expect: 100-continue` with 100 when the body begins to be read, and not before: a refused client keeps its
 * body.
 */
export function delayContinueAnswers(
  server: Server,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
) {
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    request.once("resume", () => {
      if (!response.headersSent) response.writeContinue();
    });
    handle(request, response);
  });
}

/**
 * Called before a refusal is sent. Node discards a small body that is on its way, and the next request can follow; a
 * large or endless one is not waited for: the connection ends with the answer.
 */
export function closeAfterUnreadBody({ raw }: FastifyRequest, reply: FastifyReply) {
  const { headers, complete, socket } = raw;
  const isChunked = headers["transfer-encoding"] !== undefined;
  const length = Number(headers["content-length"] ?? 0);
  if (complete || (!isChunked && length === 0)) return;
  if (!isChunked && length <= REQUEST_BODY_BYTES_MAX && !expectsContinue(raw)) return;
  reply.header("connection", "close");
  closingSockets.add(socket);
  // Closing with unread bytes resets the connection, and a client that still sends would never see the answer.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), UNREAD_BODY_GRACE_MS);
    socket.once("close", () => clearTimeout(timer));
  };
}

/**
 * Whether a request arrived after the last one that is answered on its connection: the client would not learn its
 * result.
 */
export const isRequestAfterLastAnswered = ({ raw }: FastifyRequest) => closingSockets.has(raw.socket);

/** Called when an answer has left while its request may still arrive. */
export function markAnsweredEarly({ raw }: FastifyRequest) {
  if (!raw.complete) earlyAnsweredRequests.set(raw.socket, raw);
}

/** Whether the request that a connection is still sending has its answer already. */
export const wasAnsweredEarly = (socket: Socket) => earlyAnsweredRequests.get(socket)?.complete === false;
