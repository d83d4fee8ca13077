import { compareEventCursors, type EventCursor } from "../events/event-cursor";
import type { LoggedFrame } from "./event-frame";

export interface EventRingLimits {
  readonly frames: number;
  readonly bytes: number;
}

/** Ring of the newest events of the log in memory, so that a reconnecting client rarely costs a query. */
export class EventRingBuffer {
  private frames: LoggedFrame[] = [];
  private first = 0;
  private bytes = 0;

  constructor(
    /** Cursor after which the ring holds every event. */
    private floor: EventCursor,
    private readonly limits: EventRingLimits,
  ) {}

  push(frame: LoggedFrame) {
    this.frames.push(frame);
    this.bytes += frame.bytes.length;
    while (this.size > this.limits.frames || this.bytes > this.limits.bytes) this.dropFirst();
  }

  covers = (cursor: EventCursor) => compareEventCursors(cursor, this.floor) >= 0;

  /** Events after the cursor, oldest first. */
  *after(cursor: EventCursor): Generator<LoggedFrame> {
    for (let at = this.indexAfter(cursor); at < this.frames.length; at++) yield this.frames[at] as LoggedFrame;
  }

  private get size() {
    return this.frames.length - this.first;
  }

  private dropFirst() {
    const frame = this.frames[this.first++] as LoggedFrame;
    this.bytes -= frame.bytes.length;
    this.floor = frame.cursor;
    if (this.first < 1_000 || this.first < this.frames.length / 2) return;
    this.frames = this.frames.slice(this.first);
    this.first = 0;
  }

  private indexAfter(cursor: EventCursor): number {
    let [low, high] = [this.first, this.frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareEventCursors((this.frames[middle] as LoggedFrame).cursor, cursor) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
