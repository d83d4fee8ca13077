import type { Database } from "../database/database";
import { emptySql, type Sql, sql } from "../database/sql";
import { compareEventCursors, type EventCursor, isPositionlessCursor } from "./event-cursor";
import {
  createEventLogRead,
  type EventLogReadFactory,
  type EventLogReadRow,
  createRenumberingLogRead,
  createRenumberingReadAfterRestore,
} from "./event-looks";
import { eventAtPositionSql, eventColumnsSql, cursorsWithoutPositionValidCondition } from "./event-places";
import type { EventAudience } from "./events";

export interface LoggedEvent {
  readonly cursor: EventCursor;
  readonly tenant_id: string;
  readonly type: string;
  /** Whether the event is for the nodes themselves; no stream shows it. */
  readonly internal: boolean;
  readonly audience: EventAudience;
  /** Payload of the event as JSON text. */
  readonly payload: string;
  readonly trace_id: string | null;
  readonly created_at: string;
}

type EventRow = Omit<LoggedEvent, "cursor"> & { readonly position: string };
/** Row of a page of events; without an event when there is none. */
interface EventPageRow {
  /** Whether all events after the cursor are still in the log. */
  readonly kept: boolean;
  readonly position: string | null;
}

export interface EventLogOptions {
  /** Longest time between two looks at the log without a hint; null: wait for hints only. */
  readonly pollMs: number | null;
  readonly batch: number;
  readonly look: EventLogReadFactory;
}

export const eventLogDefaults: EventLogOptions = { pollMs: 500, batch: 1_000, look: createEventLogRead };

/**
 * Hints within so short a time are answered by one look: under load a look finds many events, and at 200 commits a
 * second one for each costs a tenth of a processor. A hint that comes after a pause is answered at once.
 */
export const EVENT_LOG_WAKE_INTERVAL_MS = 20;

/**
 * Reader of the event log, one for each node: reads when another node hints at new events, and at the latest after
 * `pollMs`, and passes the events on.
 */
export class EventLog {
  /** Cursor up to which everything has been told. */
  private at: EventCursor = { position: 0n, history: "0" };
  private restarted: () => void = () => undefined;
  private listeners: ((events: readonly LoggedEvent[]) => void)[] = [];
  private waiting: { cursor: EventCursor; resolve: () => void }[] = [];
  private wantingLook: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<unknown> | undefined;
  private wanted = false;
  private stopped = false;
  /** Time of the first hint that no look has answered yet. */
  private wokenAt: number | undefined;
  private readAt = performance.now();
  private lookedAt = 0;

  constructor(
    private readonly db: Database,
    private readonly onError: (error: Error) => void,
    private readonly options: EventLogOptions = eventLogDefaults,
  ) {}

  get position(): EventCursor {
    return this.at;
  }

  /** Starts at the end of the log: earlier events are read for streams that ask for them. */
  async start() {
    await this.beginAtPresent();
    this.rest(this.options.pollMs);
  }

  private async beginAtPresent() {
    const present = (await this.ask(this.options.look, 0)).at(0) as EventLogReadRow;
    const { history, last_position } = present.continues
      ? present
      : ((await this.ask(createRenumberingLogRead, 0)).at(0) as EventLogReadRow);
    this.at = { position: BigInt(last_position), history };
    this.readAt = performance.now();
  }

  async stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.reading;
    for (const { resolve } of this.waiting.splice(0)) resolve();
    for (const resolve of this.wantingLook.splice(0)) resolve();
  }

  /**
   * Sets a function to call after the log was started over, on another server or from a dump: the last commits may be
   * missing there, so the log begins at the present, and nothing that was told or kept holds for certain.
   */
  onRestart(restarted: () => void) {
    this.restarted = restarted;
  }

  onEvents(listener: (events: readonly LoggedEvent[]) => void) {
    this.listeners.push(listener);
  }

  /** Hint that there may be new events. Any number of calls in a short while cost one look. */
  wake = () => {
    this.wanted = true;
    this.wokenAt ??= performance.now();
    if (!this.reading) this.rest(Math.max(0, this.lookedAt + EVENT_LOG_WAKE_INTERVAL_MS - performance.now()));
  };

  /** Resolves when everything up to the cursor has been told, or the log has stopped. */
  reached(cursor: EventCursor): Promise<void> {
    if (this.stopped || compareEventCursors(cursor, this.at) <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push({ cursor, resolve });
      this.wake();
    });
  }

  /** Resolves when a look that begins from now on has been told, or the log has stopped. */
  refreshed(): Promise<void> {
    if (this.stopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.wantingLook.push(resolve);
      this.wake();
    });
  }

  /** Milliseconds since the first hint that no look has answered, or since nothing could be read. */
  waitMs(): number {
    const now = performance.now();
    const silence = now - this.readAt - (this.options.pollMs ?? 0);
    return Math.max(0, now - (this.wokenAt ?? now), silence);
  }

  /**
   * Reads a tenant's events between two places of the log, for streams that resume from before the events in memory;
   * undefined when events after the first place have been deleted.
   */
  async readTenant(
    tenantId: string,
    { after, end, limit }: { after: EventCursor; end: EventCursor; limit: number },
  ): Promise<LoggedEvent[] | undefined> {
    const { known } = after;
    const isNew = known ? sql`and (event.xid, event.id) > (${known.xid}::xid8, ${known.id}::bigint)` : emptySql;
    const rows = await this.db.system.many<EventPageRow>(sql`
      select log.kept, event.* from (select ${isKeptCondition(tenantId, after)} as kept) log left join lateral (
        select place.position::text, ${eventColumnsSql} from event_positions place
        cross join ${eventAtPositionSql(sql`place`)} event
        where place.tenant_id = ${tenantId} and place.position > ${after.position}::bigint and place.position <= ${end.position}::bigint
          and not event.internal ${isNew}
        order by place.position limit ${limit}) event on log.kept
      order by event.position::bigint`);
    return rows.every(({ kept }) => kept)
      ? rows.filter(rowHasEvent).map((row) => loggedEventOf(row, after))
      : undefined;
  }

  /** Whether a client's cursor can still be resumed from. */
  async judge(tenantId: string, cursor: EventCursor): Promise<"known" | "cursor_unknown" | "window_exceeded"> {
    const { position, history, known: former } = cursor;
    const isFormer = former ? sql`${former.xid}::xid8 < pg_snapshot_xmax(pg_current_snapshot())` : sql`true`;
    const isOfHistory = isPositionlessCursor(cursor)
      ? cursorsWithoutPositionValidCondition(sql`${history}::text`)
      : sql`${history} = look.history`;
    const { known, kept } = await this.db.system.one<{ known: boolean; kept: boolean }>(sql`
      select ${isOfHistory} and ${position}::bigint <= look.last_position and ${isFormer} as known,
        ${isKeptCondition(tenantId, cursor)} as kept
      from event_looks look order by look.look desc limit 1`);
    if (!known) return "cursor_unknown";
    return kept ? "known" : "window_exceeded";
  }

  private look = () => {
    this.wanted = false;
    this.lookedAt = performance.now();
    const { pollMs } = this.options;
    const { wokenAt } = this;
    const wanting = this.wantingLook.splice(0);
    this.wokenAt = undefined;
    const answered = (full: boolean) => {
      if (full) this.wantingLook.unshift(...wanting);
      else for (const resolve of wanting) resolve();
      return full;
    };
    const failed = (error: Error) => {
      this.onError(error);
      this.wokenAt = wokenAt ?? this.wokenAt;
      this.wantingLook.unshift(...wanting);
      return false;
    };
    this.reading = this.readBatch()
      .then(answered, failed)
      .then((full) => {
        this.reading = undefined;
        this.rest(full ? 0 : this.wanted ? EVENT_LOG_WAKE_INTERVAL_MS : pollMs);
      });
  };

  /** Reads a batch; true when there is more to read at once. */
  private async readBatch(): Promise<boolean> {
    const { batch } = this.options;
    const rows = await this.ask(this.options.look, batch);
    const [first] = rows as [EventLogReadRow, ...EventLogReadRow[]];
    const isBehind = first.history === this.at.history && BigInt(first.last_position) < this.at.position;
    if (isBehind) await this.ask(createRenumberingReadAfterRestore(this.at), 0);
    if (isBehind || !first.continues || first.history !== this.at.history) return this.restart();
    this.readAt = performance.now();
    const events = rows.filter(rowHasEvent).map((row) => loggedEventOf(row, { history: first.history }));
    const full = events.length === batch;
    const position = full ? (events.at(-1) as LoggedEvent).cursor.position : BigInt(first.last_position);
    this.at = { position, history: first.history };
    if (events.length > 0) for (const listener of this.listeners) listener(events);
    this.release();
    return full;
  }

  private ask(lookAt: EventLogReadFactory, limit: number) {
    return this.db.commitAndRead<EventLogReadRow>(lookAt({ after: this.at.position, limit }));
  }

  private async restart(): Promise<boolean> {
    await this.beginAtPresent();
    // Cursors that are waited for will never be reached after the stop.
    for (const { resolve } of this.waiting.splice(0)) resolve();
    this.restarted();
    return false;
  }

  private release() {
    const reached = this.waiting.filter(({ cursor }) => compareEventCursors(cursor, this.at) <= 0);
    if (reached.length === 0) return;
    this.waiting = this.waiting.filter((waiter) => !reached.includes(waiter));
    for (const { resolve } of reached) resolve();
  }

  private rest(ms: number | null) {
    clearTimeout(this.timer);
    if (ms === null || this.stopped) return;
    if (ms === 0) return this.look();
    this.timer = setTimeout(this.look, ms);
    this.timer.unref();
  }
}

const rowHasEvent = <Row extends { readonly position: string | null }>(row: Row): row is Row & EventRow =>
  row.position !== null;

/** Condition that no event of the tenant after the cursor has been deleted from the log. */
function isKeptCondition(tenantId: string, { position, known }: EventCursor): Sql {
  const isAfterKnown = known
    ? sql`and (horizon.xid, horizon.id) > (${known.xid}::xid8, ${known.id}::bigint)`
    : emptySql;
  return sql`not exists (select 1 from event_horizons horizon
    where horizon.tenant_id = ${tenantId} and horizon.position > ${position}::bigint ${isAfterKnown})`;
}

/**
 * Event with the columns as the log has them; `known` stays with a client that resumes from a cursor of the
 * previous release.
 */
const loggedEventOf = (
  { tenant_id, type, internal, audience, payload, trace_id, created_at, position }: EventRow,
  { history, known }: Pick<EventCursor, "history" | "known">,
): LoggedEvent => ({
  tenant_id,
  type,
  internal,
  audience,
  payload,
  trace_id,
  created_at,
  cursor: { position: BigInt(position), history, ...(known && { known }) },
});
