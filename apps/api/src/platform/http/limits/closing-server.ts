import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

interface ClosingLimits {
  /** Milliseconds for all answers; those who run servers commonly give a process 30 s to stop, all of it. */
  readonly closeTimeoutMs?: number;
  /** Milliseconds without a byte after which a request that has arrived in part is given up. */
  readonly stalledMs?: number;
}

const LOOK_INTERVAL_MS = 50;

/** Connection with the requests on it that have no whole answer yet. */
interface TrackedConnection {
  readonly unanswered: Set<IncomingMessage>;
  bytesRead: number;
  movedAt: number;
}

/** Closes a server by the function that is given, by default its own. */
type ServerCloser = (close?: () => Promise<unknown>) => Promise<void>;

/**
 * Watches the connections of a server, so that it can be closed in time. Node waits for every connection that has sent
 * nothing, or a part of a request, and no longer ends those that take too long once a server closes. Called when the
 * server has all its listeners and before it listens.
 * @returns closes the server: requests that have arrived are answered, other connections end
 */
export function trackConnections(server: Server, limits: ClosingLimits = {}): ServerCloser {
  const { closeTimeoutMs = 20_000, stalledMs = 2_000 } = limits;
  const connections = new Map<Socket, TrackedConnection>();
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { unanswered: new Set(), bytesRead: 0, movedAt: 0 });
    socket.once("close", () => connections.delete(socket));
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { unanswered } = connections.get(request.socket) ?? {};
    unanswered?.add(request);
    response.once("close", () => unanswered?.delete(request));
  };
  server.on("request", onRequest);
  // Without a listener of its own, such a request is answered 100 and comes as any other.
  if (server.listenerCount("checkContinue") > 0) server.on("checkContinue", onRequest);
  return async (close = () => new Promise((resolve) => server.close(resolve))) => {
    const endsAt = performance.now() + closeTimeoutMs;
    const endConnections = () => {
      const now = performance.now();
      for (const [socket, connection] of connections)
        if (now >= endsAt || !isAwaited(socket, connection, now - stalledMs)) socket.destroy();
    };
    const looking = setInterval(endConnections, LOOK_INTERVAL_MS).unref();
    endConnections();
    try {
      await close();
      // Node does not count connections of another listener, such as that of the other loopback address.
      while (connections.size > 0) await pause(LOOK_INTERVAL_MS);
    } finally {
      clearInterval(looking);
    }
  };
}

/** Whether an answer is made or read on a connection, or a request still arrives on it. */
function isAwaited(socket: Socket, connection: TrackedConnection, stalledSince: number): boolean {
  const requests = [...connection.unanswered];
  // One without a request that is ending is left to its client, who has not read the answer.
  if (requests.length === 0) return socket.writableEnded;
  if (requests.some((request) => request.complete || isAheadOfHandler(request))) return true;
  if (socket.bytesRead !== connection.bytesRead)
    Object.assign(connection, { bytesRead: socket.bytesRead, movedAt: performance.now() });
  return connection.movedAt > stalledSince;
}

/** Whether a request holds as much as it can until its handler reads on: its client is not silent, but may not send. */
const isAheadOfHandler = ({ readableLength, readableHighWaterMark }: IncomingMessage) =>
  readableLength >= readableHighWaterMark;
