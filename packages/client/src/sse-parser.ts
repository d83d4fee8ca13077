/** One block of a `text/event-stream`. */
export interface ServerSentEvent {
  /** Last id that was sent, with this block or before it. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Reads `text/event-stream` from pieces of text that may end anywhere, as the HTML standard has it. */
export class SseParser {
  lastEventId: string | undefined;
  /** Milliseconds that the server asks a client to wait before it reconnects. */
  retryMs: number | undefined;
  private rest = "";
  private event = "";
  private data: string[] = [];
  private id: string | undefined;

  /**
   * Parses a piece and yields the blocks that it completes. An unfinished block is never shown, and its id never
   * counts.
   */
  *push(piece: string): Generator<ServerSentEvent> {
    const text = this.rest + piece;
    let from = 0;
    for (;;) {
      const end = indexOfLineEnd(text, from);
      // A carriage return at the very end may be half of a line end.
      if (end === -1 || (text[end] === "\r" && end === text.length - 1)) break;
      const line = text.slice(from, end);
      from = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
      const finished = line === "" ? this.finish() : this.take(line);
      if (finished) yield finished;
    }
    this.rest = text.slice(from);
  }

  private take(line: string): undefined {
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") this.data.push(value);
    else if (field === "event") this.event = value;
    else if (field === "id" && !value.includes("\0")) this.id = value;
    else if (field === "retry" && /^[0-9]+$/.test(value)) this.retryMs = Number(value);
  }

  private finish(): ServerSentEvent | undefined {
    const { data, event } = this;
    if (this.id !== undefined) this.lastEventId = this.id;
    this.data = [];
    this.event = "";
    if (data.length === 0) return undefined;
    return { id: this.lastEventId, event: event || "message", data: data.join("\n") };
  }
}

function indexOfLineEnd(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  const turn = text.indexOf("\r", from);
  if (feed === -1 || turn === -1) return Math.max(feed, turn);
  return Math.min(feed, turn);
}
