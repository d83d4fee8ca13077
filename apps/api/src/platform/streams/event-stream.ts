import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { Principal } from "../access/principal";
import { type Clock, formatCurrentHttpDate } from "../clock";
import { canSeeEvent, type StreamViewer, streamViewerOf } from "./event-audience";
import { encodeRetryFrame, type StreamFrame } from "./event-frame";

/** Bytes that a client may leave unread before it is cut off; it resumes from its cursor. */
const UNREAD_BYTES_MAX = 1_048_576;

/** One open stream: its viewer, and the bare socket to the client. */
export class EventStream {
  viewer: StreamViewer;
  /** Whether its bearer could not be checked when it should have been; the next round tries again. */
  unchecked = false;
  /** Counts the checks of its bearer: only the result of the latest one holds. */
  checks = 0;

  constructor(
    private readonly socket: Socket,
    public principal: Principal,
    /** Throws when the bearer may not listen. */
    readonly mayListen: (principal: Principal) => void,
  ) {
    this.viewer = streamViewerOf(principal);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
  }

  get isOpen() {
    return this.socket.writable;
  }

  onClose(listener: () => void) {
    this.socket.once("close", listener);
  }

  sees = (frame: StreamFrame) => frame.tenant_id === this.viewer.tenant_id && canSeeEvent(this.viewer, frame);

  /** Sets its bearer as known now. */
  become(principal: Principal) {
    this.principal = principal;
    this.viewer = streamViewerOf(principal);
  }

  /** Writes to the client; false when it was cut off for reading too slowly. */
  write(bytes: Buffer): boolean {
    if (!this.isOpen || bytes.length === 0) return true;
    if (this.socket.writableLength > UNREAD_BYTES_MAX) {
      this.cut();
      return false;
    }
    this.socket.write(bytes);
    return true;
  }

  /** Resolves when all written bytes have left, or the stream has closed. */
  drained(): Promise<void> {
    if (!this.socket.writableNeedDrain || !this.isOpen) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = () => {
        this.socket.off("drain", settle).off("close", settle);
        resolve();
      };
      this.socket.on("drain", settle).on("close", settle);
    });
  }

  /** Ends the stream after its last bytes were written; the client reconnects after about `retryMs`. */
  end(retryMs?: number) {
    if (!this.isOpen) return;
    if (retryMs !== undefined) this.socket.write(encodeRetryFrame(retryMs));
    this.socket.end();
  }

  cut() {
    this.socket.destroy();
  }
}

/**
 * Takes the socket out of HTTP: from here on bytes go to it as they are. Without length or chunks the answer ends with the
 * connection, as HTTP/1.1 has it for `connection: close`.
 */
export function takeOverSocket(reply: FastifyReply, clock: Clock): Socket | undefined {
  const headers = {
    ...reply.getHeaders(),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // nginx would otherwise gather the stream before it passes it on.
    "x-accel-buffering": "no",
    connection: "close",
  };
  reply.hijack();
  const response = reply.raw;
  const { socket } = response;
  // The client has left before it was answered.
  if (!socket || socket.destroyed) return undefined;
  response.detachSocket(socket);
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => `${name}: ${item}`),
  );
  socket.write(`HTTP/1.1 200 OK\r\ndate: ${formatCurrentHttpDate(clock)}\r\n${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}
