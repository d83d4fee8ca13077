import pg from "pg";
import { compileSql, type Sql, type CompiledStatement } from "./sql";
import type { ServingDatabaseUrls } from "./database-logins";
import { retryConflictingTransaction } from "./lost-transactions";
import type { ConnectionPoolSizes } from "./pool-sizes";
import { INDEX_PLAN_SETTINGS, GENERIC_PLAN_SETTINGS, PgSessionSetup, pgSessionSettingsOf } from "./postgres-session";
import { SharedReadConnections } from "./reads/reading-lanes";
import { SharedReads } from "./reads/shared-reads";
import { awaitAnswerWithin, DatabaseSilenceDetector } from "./silence";
import { createPrimaryClientClass, connectToPrimary, firstDatabaseServerOf } from "./primary";
import { postgresTypeParsers } from "./row-types";
import { type QueryRunner, createQueryRunner } from "./rows";
import type { RightsOrTenantChange, Tx } from "./tx";
import { type StatementResult, runStatementGroup } from "./statement-group";

export type { QueryRunner, RightsOrTenantChange, Tx };

export interface DatabaseOptions {
  readonly logins: ServingDatabaseUrls;
  readonly pools: ConnectionPoolSizes;
  readonly statementTimeoutMs: number;
  /** Longest wait of a call for a connection, in ms; by default as long as a person waits for an answer. */
  readonly connectionTimeoutMs?: number;
  readonly onError: (error: Error) => void;
  /** Name of the connections in pg_stat_activity. */
  readonly name: string;
  /** Commits before data is on disk: for data that can be made again. A later durable commit makes it durable too. */
  readonly commitsEarly?: boolean;
  /** Milliseconds that a server may be silent when an answer is due; it cancels statements long before. */
  readonly silenceMs?: number;
}

export interface CommitThenReadStatements {
  /** Settings for both kinds of transaction, set locally by `set_config`. */
  readonly settings: Sql;
  readonly transaction: readonly Sql[];
  readonly read: Sql;
}

const CONNECTION_TIMEOUT_MS = 5_000;
const READ_ONLY_SQLSTATE = "25006";

/** Which connections serve a reading call: short keyed reads share a few pipelined ones, long lists must not block them. */
export type ReadConnectionKind = "short" | "long";

const BEGIN_SQL: CompiledStatement = { name: "begin", text: "begin", values: [] };
const BEGIN_SNAPSHOT_SQL: CompiledStatement = {
  name: "begin snapshot",
  text: "begin isolation level repeatable read, read only",
  values: [],
};
const COMMIT_SQL: CompiledStatement = { name: "commit", text: "commit", values: [] };
const PING_STATEMENT: CompiledStatement = { name: "nothing", text: "select 1", values: [] };
const refuseSnapshot = () => {
  throw new Error("A transaction cannot read in another snapshot.");
};
/** Tenant id of a session for work across tenants; its statements name the tenant themselves. */
const NO_TENANT_ID = "";
export class Database {
  private readonly lanes: SharedReadConnections;
  private readonly writers: ConnectionPool;
  private readonly lists: ConnectionPool;
  private readonly systemPool: ConnectionPool;
  private readonly sharedReads = new SharedReads<StatementResult>();
  private readonly silence: DatabaseSilenceDetector;
  private readonly connectionTimeoutMs: number;
  private isClosed = false;
  /**
   * The pool drops a connection before the connection ends: one that a stopping server cut off counts as given back,
   * not as lost.
   */
  private readonly onLost = (error: Error) => {
    if (!this.isClosed) this.options.onError(error);
  };
  /** Rows across tenants: for sign-in, relay, jobs and ingest. */
  readonly system: QueryRunner;
  /** Called after commits that added to the event log; the live feed listens here. */
  announced: (news?: RightsOrTenantChange) => void = () => undefined;

  constructor(private readonly options: DatabaseOptions) {
    const { logins, pools, statementTimeoutMs, silenceMs = 2 * statementTimeoutMs + 10_000 } = options;
    this.connectionTimeoutMs = options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS;
    this.silence = new DatabaseSilenceDetector(silenceMs);
    const settings = pgSessionSettingsOf(options);
    this.lanes = new SharedReadConnections({
      url: logins.app,
      count: pools.readers,
      kind: this.kindOf("leitstand_app", settings),
      connection: this.connectionOptions(),
      connectionTimeoutMs: this.connectionTimeoutMs,
      onError: this.onLost,
      ask: (...group) => this.ask(...group),
    });
    this.writers = this.pool(this.kindOf("leitstand_app", [...settings, ...INDEX_PLAN_SETTINGS]), pools.writers);
    this.lists = this.pool(this.kindOf("leitstand_app", settings), pools.lists);
    this.systemPool = this.pool(this.kindOf("leitstand_system", [...settings, ...GENERIC_PLAN_SETTINGS]), pools.system);
    this.system = createQueryRunner((statement) => this.onPool(this.systemPool, NO_TENANT_ID, statement));
  }

  /** Kind of session; tests take another one, to see that its faults are found. */
  protected kindOf(...given: ConstructorParameters<typeof PgSessionSetup>): PgSessionSetup {
    return new PgSessionSetup(...given);
  }

  /** Reading access of one tenant: each statement is a transaction of its own, in one round trip. */
  read(tenantId: string, lane: ReadConnectionKind): Tx {
    const refuse = () => {
      throw new Error("A reading call cannot write.");
    };
    const run = (statement: CompiledStatement) => {
      if (lane === "short") return this.lanes.read(tenantId, statement);
      const read = () => this.onPool(this.lists, tenantId, statement);
      if (!statement.isShared) return read();
      const { name, text, values } = statement;
      return this.sharedReads.run(JSON.stringify([tenantId, name ?? text, values]), read);
    };
    const rows = createQueryRunner(run);
    return {
      ...rows,
      tenantId,
      writes: false,
      inSnapshot: (work) => this.inTransaction({ ...this.lists, begin: BEGIN_SNAPSHOT_SQL }, tenantId, work),
      readAtCommit: rows.maybe,
      runBeforeNext: refuse,
      runAtCommit: refuse,
      afterCommit: refuse,
      announced: refuse,
    };
  }

  /** Runs a transaction of one tenant: begin travels with the first statement, `runAtCommit` with the commit. */
  transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.inTransaction(this.writers, tenantId, work);
  }

  /** Runs a transaction across tenants, as leitstand_system; `tenantId` is what `current_tenant()` returns inside. */
  systemTransaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.inTransaction(this.systemPool, tenantId, work);
  }

  /**
   * Runs a transaction across tenants and reads after its commit, in one round trip. All of it is sent before the first
   * answer comes: whatever the transaction locks is free again even when this process stops in the middle.
   */
  async commitAndRead<T>({ settings, transaction, read }: CommitThenReadStatements): Promise<T[]> {
    const { kind, pool } = this.systemPool;
    const client = await pool.connect();
    const entering = [kind.enter(client, NO_TENANT_ID), compileSql(settings)];
    const group = [BEGIN_SQL, ...entering, ...transaction.map(compileSql), COMMIT_SQL, ...entering, compileSql(read)];
    try {
      const { rows } = await this.ask(client, group, group.length - 1);
      client.release();
      return rows as T[];
    } catch (error) {
      await this.rollBack(client, error);
      throw error;
    }
  }

  /** Opens a connection outside every pool and without any right: for LISTEN. */
  async connect(): Promise<pg.Client> {
    const limit = { connectionTimeoutMillis: this.connectionTimeoutMs };
    const client = await connectToPrimary(this.options.logins.system, { ...this.connectionOptions(), ...limit });
    client.on("error", this.onLost);
    return client;
  }

  async close() {
    this.isClosed = true;
    await this.lanes.close();
    await Promise.all([this.writers, this.lists, this.systemPool].map(({ pool }) => pool.end()));
    this.silence.stop();
  }

  private inTransaction<T>(
    pool: ConnectionPool & { readonly begin?: CompiledStatement },
    tenantId: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return retryConflictingTransaction(() => this.attempt(pool, tenantId, work));
  }

  private async attempt<T>(
    { kind, pool, begin = BEGIN_SQL }: ConnectionPool & { readonly begin?: CompiledStatement },
    tenantId: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    const beforeNext: CompiledStatement[] = [];
    const atCommit: CompiledStatement[] = [];
    const hints: (() => void)[] = [];
    let [begun, ended] = [false, false];
    const run = (statement: CompiledStatement, rest: readonly CompiledStatement[] = []) => {
      if (ended) throw new Error("The work had read its last row already.");
      const group = [...(begun ? [] : [begin, kind.enter(client, tenantId)]), ...beforeNext.splice(0), statement];
      begun = true;
      return this.ask(client, [...group, ...rest], group.length - 1);
    };
    const end = async (statement: CompiledStatement) => {
      const ending = run(statement, [...atCommit, COMMIT_SQL]);
      ended = true;
      const result = await ending;
      for (const hint of hints) hint();
      return result;
    };
    try {
      const result = await work({
        ...createQueryRunner(run),
        tenantId,
        writes: begin === BEGIN_SQL,
        inSnapshot: refuseSnapshot,
        readAtCommit: createQueryRunner(end).maybe,
        runBeforeNext: (query) => beforeNext.push(compileSql(query)),
        runAtCommit: (query) => atCommit.push(compileSql(query)),
        afterCommit: (hint) => hints.push(hint),
        announced: (news) => this.announced(news),
      });
      if (!ended && (begun || beforeNext.length + atCommit.length > 0)) await end(beforeNext.pop() ?? PING_STATEMENT);
      client.release();
      return result;
    } catch (error) {
      await this.rollBack(client, error);
      throw error;
    }
  }

  private rollBack(client: pg.PoolClient, reason: unknown): Promise<void> {
    return this.silence.during(client, client.query("rollback")).then(
      () => client.release(isFromStandby(reason)),
      (broken: Error) => client.release(broken),
    );
  }

  private async onPool(
    { kind, pool }: ConnectionPool,
    tenantId: string,
    statement: CompiledStatement,
  ): Promise<StatementResult> {
    const client = await pool.connect();
    try {
      const result = await this.ask(client, [kind.enter(client, tenantId), statement], 1);
      client.release();
      return result;
    } catch (error) {
      // A failed statement leaves a usable connection; a broken connection has already been reported to the pool.
      client.release(isFromStandby(error));
      throw error;
    }
  }

  private ask(client: pg.ClientBase, group: readonly CompiledStatement[], main: number): Promise<StatementResult> {
    return this.silence.during(client, runStatementGroup(client, group, main));
  }

  private pool(kind: PgSessionSetup, max: number): ConnectionPool {
    const url = this.options.logins[kind.role === "leitstand_app" ? "app" : "system"];
    const config: PoolWithAsyncConnect = {
      connectionString: firstDatabaseServerOf(url),
      Client: createPrimaryClientClass(url),
      ...this.connectionOptions(),
      max,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: this.connectionTimeoutMs,
      onConnect: (client) => {
        // A checked-out client reports here that PostgreSQL has died; without a listener the error would end the
        // process.
        client.on("error", this.onLost);
        return awaitAnswerWithin(this.connectionTimeoutMs, client, kind.greet(client));
      },
    };
    const pool = new pg.Pool(config as unknown as pg.PoolConfig);
    pool.on("error", this.onLost);
    return { kind, pool };
  }

  /** Keep-alive lets a connection that only listens notice within half a minute that its server is gone. */
  private connectionOptions(): pg.ClientConfig {
    return {
      application_name: this.options.name,
      types: postgresTypeParsers,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    };
  }
}

/** Whether a server takes no writes, such as one that was demoted: the pool drops a connection that still leads there. */
const isFromStandby = (error: unknown) => (error as { code?: string }).code === READ_ONLY_SQLSTATE;

/** Pool options with an asynchronous `onConnect`: the pool waits for it, although its types do not say so. */
type PoolWithAsyncConnect = Omit<pg.PoolConfig, "Client" | "onConnect"> & {
  readonly Client: ReturnType<typeof createPrimaryClientClass>;
  readonly onConnect: (client: pg.ClientBase) => Promise<void>;
};

interface ConnectionPool {
  readonly kind: PgSessionSetup;
  readonly pool: pg.Pool;
}
