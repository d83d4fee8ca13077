import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import { type EventCursor, formatEventCursor } from "../events/event-cursor";
import type { LoggedEvent } from "../events/event-log";
import type { EventAudience } from "../events/events";

/** One message as it is sent, encoded once for all its viewers. */
export interface StreamFrame {
  readonly tenant_id: string;
  readonly type: string;
  readonly audience: EventAudience;
  readonly bytes: Buffer;
}
/** A message of the durable log: streams can resume after it. */
export interface LoggedFrame extends StreamFrame {
  readonly cursor: EventCursor;
}

/** Frame of an event of the log, for all its viewers. */
export const eventFrameOf = ({ cursor, tenant_id, type, audience, trace_id, ...event }: LoggedEvent): LoggedFrame => ({
  cursor,
  tenant_id,
  type,
  audience,
  bytes: encodeMessageFrame({ type, timestamp: event.created_at, trace_id, data: event.payload }, cursor),
});

interface EventMessage {
  readonly type: string;
  readonly timestamp: string;
  readonly trace_id: string | null;
  /** JSON text; PostgreSQL and JSON.stringify both escape line ends, so it is one line. */
  readonly data: string;
}

export function encodeMessageFrame(
  { type, timestamp, trace_id, data }: EventMessage,
  cursor: EventCursor | undefined,
): Buffer {
  const trace = trace_id === null ? "" : `,"trace_id":${JSON.stringify(trace_id)}`;
  const id = cursor ? `id: ${formatEventCursor(cursor)}\n` : "";
  const head = `"type":${JSON.stringify(type)},"timestamp":"${timestamp}"${trace}`;
  return Buffer.from(`${id}event: ${type}\ndata: {${head},"data":${data}}\n\n`);
}

/** Reason why a client's data may have a gap: it has to read everything again; the stream continues from here. */
export type StreamResetReason = "cursor_unknown" | "window_exceeded" | "rights_changed" | "timeline_changed";

export function encodeResetFrame(reason: StreamResetReason, cursor: EventCursor, now: Date): Buffer {
  const timestamp = formatUtcTimestamp(now);
  return encodeMessageFrame({ type: "reset", timestamp, trace_id: null, data: JSON.stringify({ reason }) }, cursor);
}

/** Message that changes have been waiting for their place in the log since then; undefined: not any more. */
export function encodeDelayFrame(since: Date | undefined, now: Date): Buffer {
  const data = JSON.stringify({ since: since ? formatUtcTimestamp(since) : null });
  return encodeMessageFrame({ type: "delay", timestamp: formatUtcTimestamp(now), trace_id: null, data }, undefined);
}

/**
 * Message with the cursor at which a stream begins: a client that is cut off before the first event resumes from here.
 */
export const encodeStartFrame = (cursor: EventCursor, retryMs: number): Buffer =>
  Buffer.from(`retry: ${retryMs}\nid: ${formatEventCursor(cursor)}\n\n`);

export const encodeRetryFrame = (retryMs: number): Buffer => Buffer.from(`retry: ${retryMs}\n\n`);

/**
 * Comment line of the stream: keeps proxies from closing a quiet stream, and shows the client that the server lives.
 */
export const HEARTBEAT_FRAME: Buffer = Buffer.from(":\n\n");
