import type { Clock } from "../clock";
import { compareEventCursors, type EventCursor, isPositionlessCursor, parseEventCursor } from "../events/event-cursor";
import {
  encodeDelayFrame,
  encodeResetFrame,
  encodeRetryFrame,
  encodeStartFrame,
  eventFrameOf,
  type StreamFrame,
  HEARTBEAT_FRAME,
  type StreamResetReason,
} from "./event-frame";
import type { EventLog, LoggedEvent } from "../events/event-log";
import { EventRingBuffer, type EventRingLimits } from "./event-ring";
import type { EventStream } from "./event-stream";
import type { Principal } from "../access/principal";
import { Problem, problem } from "../problem";
import { StreamGroups } from "./stream-groups";
import { StreamQuota } from "./stream-quota";

export interface StreamHubOptions {
  readonly heartbeatMs: number;
  readonly ring: EventRingLimits;
  /** Factor on how many streams a bearer and a tenant may have open. */
  readonly limitFactor: number;
}
export interface StreamHubDependencies {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
  /** Reads the rights of a stream's bearer again. Throws when the bearer may no longer call. */
  readonly recheck: (principal: Principal) => Promise<Principal>;
  /** Whether the rights of a bearer have changed since a place in the log. */
  readonly haveRightsChanged: (principal: Principal, since: EventCursor) => Promise<boolean>;
}

const EVENTS_PER_PAGE = 500;
/** Bytes that a resuming stream gets at a time, which it must have read before it gets more. */
const RESUME_CHUNK_BYTES = 262_144;
const CLIENT_RETRY_MS = 1_000;
const STOP_TIMEOUT_MS = 2_000;

/** All open streams of a node. Each gets every event that its bearer may see exactly once, in the order of the log. */
export class StreamHub {
  private readonly streams = new Set<EventStream>();
  private readonly groups = new StreamGroups();
  private readonly quota: StreamQuota;
  private ring: EventRingBuffer;
  private heartbeat: NodeJS.Timeout | undefined;
  private stopping = false;
  private delayedSince: Date | undefined;

  constructor(
    private readonly parts: StreamHubDependencies,
    private readonly options: StreamHubOptions,
  ) {
    this.quota = new StreamQuota(options.limitFactor);
    this.ring = new EventRingBuffer(parts.log.position, options.ring);
    parts.log.onEvents((events) => this.acceptLogged(events));
  }

  start() {
    this.ring = new EventRingBuffer(this.parts.log.position, this.options.ring);
    this.heartbeat = setInterval(() => this.beat(), this.options.heartbeatMs);
    this.heartbeat.unref();
  }

  get openStreams() {
    return this.streams.size;
  }

  get droppedStreams() {
    return this.groups.dropped;
  }

  /** Ends streams, so that clients resume on another node at once, each at its own moment. */
  async stop() {
    this.stopping = true;
    clearInterval(this.heartbeat);
    this.groups.flush();
    const closed = [...this.streams].map((stream) => new Promise<void>((resolve) => stream.onClose(resolve)));
    for (const stream of this.streams) stream.end(randomRetryMs());
    const deadline = setTimeout(() => {
      for (const stream of this.streams) stream.cut();
    }, STOP_TIMEOUT_MS);
    await Promise.all(closed);
    clearTimeout(deadline);
  }

  /** Admits a stream. Throws when the bearer or its tenant has too many open, or the node stops. */
  admit(principal: Principal) {
    if (this.stopping) throw problem("SERVICE_UNAVAILABLE", { retry_after: 1 });
    this.quota.check(principal);
  }

  /** Begins a stream that was admitted. `lastEventId` is the last id that the client was sent. */
  open(stream: EventStream, lastEventId: string | undefined) {
    const { principal } = stream;
    this.streams.add(stream);
    this.quota.acquire(principal);
    stream.onClose(() => {
      this.groups.remove(stream);
      this.streams.delete(stream);
      this.quota.release(principal);
    });
    this.begin(stream, lastEventId).catch((error: Error) => {
      this.parts.onError(error);
      stream.cut();
    });
  }

  /**
   * Resets all streams after the log was started over: clients may have been told events that no longer exist, and have
   * missed others.
   */
  restart() {
    this.ring = new EventRingBuffer(this.parts.log.position, this.options.ring);
    for (const stream of this.streams) {
      // A stream that is still catching up notices itself that its cursor is invalid.
      if (!this.groups.remove(stream)) continue;
      stream.write(this.reset("timeline_changed"));
      this.groups.add(stream);
    }
  }

  /**
   * Tells all open streams, and those that open meanwhile, since when changes have been waiting, or that none wait any
   * more.
   */
  tellDelay(since: Date | undefined) {
    this.delayedSince = since;
    for (const stream of this.streams) stream.write(encodeDelayFrame(since, this.parts.clock.now()));
  }

  /** Sends a frame to all its viewers now, without keeping it. */
  deliver(frame: StreamFrame) {
    this.groups.accept(frame);
  }

  /**
   * Checks the bearers of streams again after something about them may have changed; ends the streams of those who may
   * not listen.
   */
  async recheck(concerns: (principal: Principal) => boolean) {
    const streams = [...this.streams].filter(({ principal }) => concerns(principal));
    for (let at = 0; at < streams.length; at += 8) {
      await Promise.all(streams.slice(at, at + 8).map((stream) => this.recheckOne(stream)));
    }
  }

  /** Ends streams whose token has expired, and checks bearers again that could not be checked before. */
  async sweep() {
    const now = this.parts.clock.now().getTime();
    for (const stream of this.streams) if (Date.parse(stream.principal.expires_at) <= now) stream.end();
    const unchecked = new Set([...this.streams].filter((stream) => stream.unchecked).map(({ principal }) => principal));
    if (unchecked.size > 0) await this.recheck((principal) => unchecked.has(principal));
  }

  /** Callers with an open stream: it counts as use of their token, however quiet it is. */
  get listening(): readonly Principal[] {
    return [...this.streams].map(({ principal }) => principal);
  }

  private async recheckOne(stream: EventStream) {
    const check = ++stream.checks;
    try {
      const principal = await this.parts.recheck(stream.principal);
      if (check !== stream.checks) return;
      stream.mayListen(principal);
      stream.unchecked = false;
      this.change(stream, principal);
    } catch (error) {
      if (error instanceof Problem) return stream.end();
      stream.unchecked = true;
      this.parts.onError(error as Error);
    }
  }

  /** Gives a stream its bearer's new rights. Events that it was not allowed cannot be told: the client reads all again. */
  private change(stream: EventStream, principal: Principal) {
    const before = stream.viewer.key;
    const attached = this.groups.remove(stream);
    stream.become(principal);
    if (stream.viewer.key !== before) void this.resetAfterChange(stream, attached);
    else if (attached && stream.isOpen) this.groups.add(stream);
  }

  /** Resets a stream once the change has its place in the log: a client that resumes from there is not reset again. */
  private async resetAfterChange(stream: EventStream, attached: boolean) {
    await this.parts.log.refreshed();
    stream.write(this.reset("rights_changed"));
    if (attached && stream.isOpen) this.groups.add(stream);
  }

  private async begin(stream: EventStream, lastEventId: string | undefined) {
    // The bearer is checked again: the first check came before the stream was on the list that changes of rights go
    // through.
    await this.recheckOne(stream);
    const { log } = this.parts;
    const isFirst = lastEventId === undefined || lastEventId === "";
    stream.write(isFirst ? encodeStartFrame(log.position, randomRetryMs()) : encodeRetryFrame(randomRetryMs()));
    if (this.delayedSince) stream.write(encodeDelayFrame(this.delayedSince, this.parts.clock.now()));
    if (isFirst) return this.groups.add(stream);
    const last = parseEventCursor(lastEventId);
    const { history } = log.position;
    const verdict = last ? await this.judge(stream, last) : "cursor_unknown";
    // A cursor from before positions does not name the history that it was found to belong to.
    if (last && verdict === "known")
      return this.resume(stream, isPositionlessCursor(last) ? { ...last, history } : last);
    if (verdict === "rights_changed") return this.resetAfterChange(stream, true);
    this.resetAndJoin(stream, verdict as StreamResetReason);
  }

  /** Whether a stream may resume, both questions at a time: from that place, and with the rights it had there. */
  private async judge({ principal }: EventStream, last: EventCursor) {
    const { log, haveRightsChanged } = this.parts;
    const isNear = last.history === log.position.history && compareEventCursors(last, log.position) <= 0;
    const [verdict, isChanged] = await Promise.all([
      isNear && this.isInRing(last) ? "known" : log.judge(principal.tenant_id, last),
      haveRightsChanged(principal, last),
    ]);
    return verdict === "known" && isChanged ? "rights_changed" : verdict;
  }

  private async resume(stream: EventStream, last: EventCursor) {
    const { log } = this.parts;
    // A cursor of the previous release names a transaction. All events up to it need a position before the stream goes
    // on by positions.
    await (last.known ? log.refreshed() : log.reached(last));
    let at: EventCursor | undefined = last;
    while (at && stream.isOpen) {
      if (at.history !== log.position.history) return this.resetAndJoin(stream, "timeline_changed");
      at = this.isInRing(at) ? this.sendFromRing(stream, at) : await this.sendFromTable(stream, at);
      await stream.drained();
    }
  }

  /** False for a client with a cursor of the previous release: the ring cannot tell which events the client has. */
  private isInRing = (cursor: EventCursor) => cursor.known === undefined && this.ring.covers(cursor);

  /**
   * Sends from the ring and returns the position to continue from; undefined when nothing is missing and the stream has
   * joined the others.
   */
  private sendFromRing(stream: EventStream, after: EventCursor): EventCursor | undefined {
    const chunk: Buffer[] = [];
    let bytes = 0;
    for (const frame of this.ring.after(after)) {
      if (!stream.sees(frame)) continue;
      chunk.push(frame.bytes);
      bytes += frame.bytes.length;
      if (bytes < RESUME_CHUNK_BYTES) continue;
      stream.write(Buffer.concat(chunk));
      return frame.cursor;
    }
    // No other turn of the event loop comes between these two: no event is told in between.
    stream.write(Buffer.concat(chunk));
    this.groups.add(stream);
    return undefined;
  }

  /**
   * Sends a page from the table and returns the position to continue from; undefined when the stream was reset and has
   * joined the others, because events that it lacks were deleted while its client was reading earlier ones.
   */
  private async sendFromTable(stream: EventStream, after: EventCursor): Promise<EventCursor | undefined> {
    const { log } = this.parts;
    const end = log.position;
    const events = await log.readTenant(stream.viewer.tenant_id, { after, end, limit: EVENTS_PER_PAGE });
    if (!events) return this.resetAndJoin(stream, "window_exceeded");
    const frames = events.map(eventFrameOf).filter(stream.sees);
    stream.write(Buffer.concat(frames.map(({ bytes }) => bytes)));
    return events.length < EVENTS_PER_PAGE ? end : (events.at(-1) as LoggedEvent).cursor;
  }

  private acceptLogged(events: readonly LoggedEvent[]) {
    for (const event of events) {
      if (event.internal) continue;
      const frame = eventFrameOf(event);
      this.ring.push(frame);
      this.groups.accept(frame);
    }
  }

  private resetAndJoin(stream: EventStream, reason: StreamResetReason): undefined {
    stream.write(this.reset(reason));
    this.groups.add(stream);
  }

  private reset(reason: StreamResetReason) {
    return encodeResetFrame(reason, this.parts.log.position, this.parts.clock.now());
  }

  private beat() {
    for (const stream of this.streams) stream.write(HEARTBEAT_FRAME);
  }
}

const randomRetryMs = () => Math.round(CLIENT_RETRY_MS * (0.5 + Math.random()));
