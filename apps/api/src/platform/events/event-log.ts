import type { Database } from "../database/database";
import { compareCursors, type Cursor } from "./event-cursor";
import type { Audience } from "./events";
import { type Sql, sql } from "../database/sql";

export interface LoggedEvent {
  readonly cursor: Cursor;
  readonly tenant_id: string;
  readonly type: string;
  /** For the nodes themselves; no stream shows it. */
  readonly internal: boolean;
  readonly audience: Audience;
  /** JSON text. */
  readonly payload: string;
  readonly trace_id: string | null;
  readonly created_at: string;
}

interface EventRow extends Omit<LoggedEvent, "cursor"> {
  readonly xid: string;
  readonly id: string;
}
interface ReadRow extends EventRow {
  /** Null in every column of the event when there is none. */
  readonly id: string;
  readonly timeline: string | null;
  readonly horizon: string | null;
  readonly held_ms: number | null;
}

/** The statement that reads on from a cursor. */
export type SelectAfter = (cursor: Cursor, limit: number) => Sql;

export interface EventLogOptions {
  /** How long an event may wait when nobody says that there is one; null: wait for hints only. */
  readonly pollMs: number | null;
  readonly batch: number;
  readonly selectAfter: SelectAfter;
}

export const eventLogDefaults: EventLogOptions = { pollMs: 500, batch: 1_000, selectAfter: selectBelowHorizon };

/**
 * Hints within so short a time are answered by one look: under load a look finds many events, and at 200 commits a second one
 * for each costs a tenth of a processor. Whoever comes after a pause is looked for at once.
 */
export const GAP_MS = 20;
/** The first pause after events were seen that an older transaction still holds back; it doubles up to the poll. */
const HELD_PAUSE_MS = 10;

const eventColumns = sql`tenant_id, xid, id::text, type, internal, audience, payload::text, trace_id, created_at`;

/**
 * Sequence order is not commit order: an event with a smaller id may appear after one with a greater id was read. All
 * transactions below the snapshot's xmin are over, so nothing can appear there any more, and (xid, id) below it is final.
 * The price is that one long writing transaction holds back everybody's events; `held_ms` says for how long already, by the
 * first of them. (Asked for the oldest, PostgreSQL reads all of the log: it takes a third of it to be above the horizon.)
 */
function selectBelowHorizon({ xid, id }: Cursor, limit: number): Sql {
  return sql`
    with present as materialized (
      select pg_snapshot_xmin(pg_current_snapshot()) as xmin, event_log_timeline() as timeline), held as materialized (
      select (select extract(epoch from clock_timestamp() - created_at)::float8 * 1000
        from events where xid >= (select xmin from present) order by xid, events.id limit 1) as held_ms)
    select present.timeline, present.xmin as horizon, event.*, held.held_ms
    from present cross join held left join lateral (
      select ${eventColumns} from events where (xid, events.id) > (${xid}::xid8, ${id}::bigint) and xid < present.xmin
      order by xid, events.id limit ${limit}) event on true
    order by event.xid, event.id::bigint`;
}

/** The one reader of a node: follows the log, woken by hints and at the latest after `pollMs`, and tells what it read. */
export class EventLog {
  /** Everything up to here has been told. */
  private at: Cursor = { xid: 0n, id: 0n, timeline: "0" };
  /**
   * The last event that was read. Reading goes on from here and not from `at`: when PostgreSQL crashes, numbers of
   * transactions that had not committed are given out again, and an event of such a one may lie below a horizon seen
   * before. An event that was read is on disk, so its number never comes again.
   */
  private last: Cursor = this.at;
  private restarted: () => void = () => undefined;
  private listeners: ((events: readonly LoggedEvent[]) => void)[] = [];
  private waiting: { cursor: Cursor; resolve: () => void }[] = [];
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<unknown> | undefined;
  private wanted = false;
  private stopped = false;
  private heldPauseMs = HELD_PAUSE_MS;
  private heldMs = 0;
  private readAt = performance.now();
  private lookedAt = 0;

  constructor(
    private readonly db: Database,
    private readonly onError: (error: Error) => void,
    private readonly options: EventLogOptions = eventLogDefaults,
  ) {}

  get position(): Cursor {
    return this.at;
  }

  /** The last event that was read: what a client that begins now may resume from, whatever crashes in between. */
  get lastEvent(): Cursor {
    return this.last;
  }

  /** Starts at the present: what was before is read by those who ask for it. */
  async start() {
    await this.beginAtPresent();
    this.rest(this.options.pollMs);
  }

  private async beginAtPresent() {
    const { timeline, xmin, xid, id } = await this.db.system.one<
      Record<"timeline" | "xmin" | "xid" | "id", string>
    >(sql`
      with present as materialized (
        select pg_snapshot_xmin(pg_current_snapshot()) as xmin, event_log_timeline() as timeline)
      select present.timeline, present.xmin, coalesce(newest.xid::text, '0') as xid, coalesce(newest.id::text, '0') as id
      from present left join lateral (
        select xid, events.id from events where xid < present.xmin order by xid desc, events.id desc limit 1) newest on true`);
    this.at = { xid: BigInt(xmin), id: 0n, timeline };
    this.last = { xid: BigInt(xid), id: BigInt(id), timeline };
    this.readAt = performance.now();
  }

  async stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.reading;
    for (const { resolve } of this.waiting.splice(0)) resolve();
  }

  /**
   * Called after the database has failed over to another server. That one may lack what the former had committed last, and
   * gives its numbers out again, so the log was started over at the present: nothing that was told or kept holds for certain.
   */
  onRestart(restarted: () => void) {
    this.restarted = restarted;
  }

  onEvents(listener: (events: readonly LoggedEvent[]) => void) {
    this.listeners.push(listener);
  }

  /** There may be more. Any number of calls in a short while cost one look. */
  wake = () => {
    this.wanted = true;
    if (!this.reading) this.rest(Math.max(0, this.lookedAt + GAP_MS - performance.now()));
  };

  /** Resolves when everything up to the cursor has been told, or the log has stopped. */
  reached(cursor: Cursor): Promise<void> {
    if (this.stopped || compareCursors(cursor, this.at) <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push({ cursor, resolve });
      this.wake();
    });
  }

  /** Milliseconds that the oldest event known to be committed has been waiting, or that nothing could be read. */
  lagMs(): number {
    const silence = performance.now() - this.readAt - (this.options.pollMs ?? 0);
    return Math.max(0, this.heldMs, silence);
  }

  /** A tenant's events after a cursor up to another, for streams that resume from before what is in memory. */
  async readTenant(
    tenantId: string,
    { after, end, limit }: { after: Cursor; end: Cursor; limit: number },
  ): Promise<LoggedEvent[]> {
    const rows = await this.db.system.many<EventRow>(sql`
      select ${eventColumns} from events
      where tenant_id = ${tenantId} and not internal and (xid, events.id) > (${after.xid}::xid8, ${after.id}::bigint)
        and (xid, events.id) <= (${end.xid}::xid8, ${end.id}::bigint)
      order by xid, events.id limit ${limit}`);
    return rows.map((row) => eventOf(row, end.timeline));
  }

  /** Whether a client's cursor can still be resumed from. */
  async judge(
    tenantId: string,
    { xid, id, timeline }: Cursor,
  ): Promise<"known" | "cursor_unknown" | "window_exceeded"> {
    const { known, kept } = await this.db.system.one<{ known: boolean; kept: boolean }>(sql`
      select ${xid}::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) and ${timeline} = event_log_timeline() as known, not exists (
        select 1 from event_horizons horizon
        where horizon.tenant_id = ${tenantId} and (horizon.xid, horizon.id) > (${xid}::xid8, ${id}::bigint)) as kept`);
    if (!known) return "cursor_unknown";
    return kept ? "known" : "window_exceeded";
  }

  private look = () => {
    this.wanted = false;
    this.lookedAt = performance.now();
    const failed = (error: unknown) => {
      this.onError(error as Error);
      return this.options.pollMs;
    };
    this.reading = this.readBatch()
      .then((full) => (full ? 0 : this.pauseMs()), failed)
      .then((pauseMs) => {
        this.reading = undefined;
        this.rest(this.wanted ? GAP_MS : pauseMs);
      });
  };

  private pauseMs(): number | null {
    const { pollMs } = this.options;
    if (this.heldMs === 0 || pollMs === null) return pollMs;
    this.heldPauseMs = Math.min(this.heldPauseMs * 2, pollMs);
    return this.heldPauseMs;
  }

  /** Whether there is more to read at once. */
  private async readBatch(): Promise<boolean> {
    const rows = await this.db.system.many<ReadRow>(this.options.selectAfter(this.last, this.options.batch));
    const [first] = rows;
    const { timeline } = this.at;
    if (first?.timeline && first.timeline !== timeline) return this.restart();
    const events = rows.filter(({ id }) => id !== null).map((row) => eventOf(row, timeline));
    this.readAt = performance.now();
    // Times are kept in milliseconds: what was announced just now may seem to come from the future.
    this.heldMs = typeof first?.held_ms === "number" ? Math.max(1, first.held_ms) : 0;
    const full = events.length === this.options.batch;
    const last = events.at(-1);
    if (last) this.at = this.last = last.cursor;
    if (last || this.heldMs === 0) this.heldPauseMs = HELD_PAUSE_MS;
    if (!full && first?.horizon) this.advance({ xid: BigInt(first.horizon), id: 0n, timeline });
    if (events.length > 0) for (const listener of this.listeners) listener(events);
    this.release();
    return full;
  }

  private async restart(): Promise<boolean> {
    await this.beginAtPresent();
    this.heldMs = 0;
    // Places that are waited for will never be reached.
    for (const { resolve } of this.waiting.splice(0)) resolve();
    this.restarted();
    return false;
  }

  private advance(cursor: Cursor) {
    if (compareCursors(cursor, this.at) > 0) this.at = cursor;
  }

  private release() {
    const reached = this.waiting.filter(({ cursor }) => compareCursors(cursor, this.at) <= 0);
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

const eventOf = ({ xid, id, ...event }: EventRow, timeline: string): LoggedEvent => ({
  ...event,
  cursor: { xid: BigInt(xid), id: BigInt(id), timeline },
});
