import { SeededChance } from "@leitstand/scenario/chance";
import { withConnection } from "../postgres/with-connection";
import { dumpEventLog, isRestoredInPlace, type EventLogDump, chooseRestoreTarget, restoreEventLog } from "./dumped-log";
import { ReconnectingPgSession } from "./model-session";

export interface LoggedChange {
  readonly object: number;
  readonly version: number;
  readonly key: string;
}

/** Participant of the model with a session that the server may end. */
interface SessionHolder {
  readonly isUnderWay: boolean;
  /** Called when the server is away: resolves when pending requests have failed. */
  cutOff(): Promise<void>;
  /** Reads the log until a read has completed; nothing is written meanwhile. */
  lookAgain?(): Promise<void>;
  /** Called when the database was put back to a former state, without anything that had not been committed. */
  forget?(): void;
}

interface WorldOptions {
  readonly databaseUrl: string;
  readonly tenantId: string;
  readonly seed: number;
  readonly prepares?: boolean;
  readonly restartServer?: () => void;
}

/** World of the model: the log, the events that must be delivered by now, and the failures of the server. */
export class EventLogSimulation {
  readonly chance: SeededChance;
  readonly lookers: SessionHolder[] = [];
  readonly writers: SessionHolder[] = [];
  readonly versions = new Map<number, number>();
  readonly holders = new Map<number, SessionHolder>();
  committed: readonly LoggedChange[] = [];
  /** Number of committed changes, including those that a restored dump lacks. */
  commits = 0;
  crashes = 0;
  restores = 0;
  /** Whether the server is away, which then explains every failure. */
  isAway = false;
  private readonly sessions: ReconnectingPgSession[] = [];
  private dump: { readonly log: EventLogDump; readonly committed: readonly LoggedChange[] };

  private constructor(
    private readonly options: WorldOptions,
    private readonly watcher: ReconnectingPgSession,
    log: EventLogDump,
  ) {
    this.chance = new SeededChance(options.seed);
    this.dump = { log, committed: [] };
  }

  /** Opens a world, with a dump from before the first look. */
  static async open(options: WorldOptions) {
    const watcher = await ReconnectingPgSession.open(options.databaseUrl);
    return new EventLogSimulation(options, watcher, await dumpEventLog(watcher));
  }

  get tenantId() {
    return this.options.tenantId;
  }
  get prepares() {
    return this.options.prepares ?? false;
  }

  async session(): Promise<ReconnectingPgSession> {
    const session = await ReconnectingPgSession.open(this.options.databaseUrl);
    this.sessions.push(session);
    return session;
  }

  commit(changes: readonly LoggedChange[]) {
    this.committed = [...this.committed, ...changes];
    this.commits += changes.length;
    for (const { object, version } of changes) this.versions.set(object, version);
  }

  /** Resolves when a session has its answer, or waits for a lock. */
  async answeredOrWaiting(session: ReconnectingPgSession, answer: Promise<unknown>): Promise<void> {
    let answered = false;
    const settle = () => void (answered = true);
    answer.then(settle, settle);
    const waiting = "select exists (select from pg_locks where pid = $1 and not granted) as waits";
    while (!answered) {
      const { rows } = await this.watcher.query<{ waits: boolean }>(waiting, [session.pid]);
      if (rows[0]?.waits) return;
    }
  }

  crash() {
    this.crashes++;
    return this.beAway(() => Promise.resolve());
  }

  /**
   * Takes the server away: open transactions end, prepared ones stay, and a node in the middle of a look gets no
   * answer.
   */
  private async beAway(work: () => Promise<unknown>) {
    this.isAway = true;
    const { restartServer } = this.options;
    if (restartServer) restartServer();
    else await this.endSessions();
    await Promise.all([...this.lookers, ...this.writers].map((guest) => guest.cutOff()));
    if (restartServer) await this.watcher.reopen();
    await work();
    await Promise.all(this.sessions.map((session) => session.reopen()));
    this.isAway = false;
  }

  async takeDump() {
    this.dump = { log: await dumpEventLog(this.watcher), committed: this.committed };
  }

  /** Replaces the log by the last dump, as if it came from another server or were in another table. */
  async restore() {
    const { dump } = this;
    this.restores++;
    const move = chooseRestoreTarget(this.chance, dump.log);
    await this.beAway(async () => {
      for (const writer of this.writers) writer.forget?.();
      const prepared = await this.watcher.query<{ gid: string }>(
        "select gid from pg_prepared_xacts where database = current_database()",
      );
      for (const { gid } of prepared.rows) await this.watcher.query(`rollback prepared '${gid}'`);
      await restoreEventLog(this.watcher, dump.log, move);
    });
    this.committed = dump.committed;
    this.versions.clear();
    for (const { object, version } of dump.committed) this.versions.set(object, version);
    // Nodes look at once when they have a connection again: a loss is not found where as much was written since.
    if (isRestoredInPlace(move)) for (const looker of this.lookers) await looker.lookAgain?.();
  }

  close = () => Promise.all([this.watcher, ...this.sessions].map((session) => session.close()));

  /** Ends the sessions as the owner, whose they are. */
  private async endSessions() {
    const pids = this.sessions.map(({ pid }) => pid);
    await withConnection(this.options.databaseUrl, async (owner) => {
      const { rows } = await owner.query<{ ended: boolean }>(
        "select pg_terminate_backend(pid, 60000) as ended from unnest($1::int[]) as pid",
        [pids],
      );
      if (!rows.every(({ ended }) => ended)) throw new Error("A session did not end.");
    });
  }
}
