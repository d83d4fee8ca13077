import pg from "pg";
import { compile, type Sql, type Statement } from "./sql";
import { type GroupResult, type Row, runGroup, watchParsing } from "./statement-group";
import { answerTypes } from "./row-types";

/** Rows of one statement; every method is one round trip. */
export interface Rows {
  /** Exactly one row; anything else is a fault of ours. */
  one<T>(query: Sql): Promise<T>;
  maybe<T>(query: Sql): Promise<T | undefined>;
  many<T>(query: Sql): Promise<T[]>;
  /** How many rows were touched. */
  run(query: Sql): Promise<number>;
}

/** The database as one tenant sees it. Row level security knows no other tenant's rows here. */
export interface Tx extends Rows {
  readonly tenantId: string;
  /** Of the call that the work is done for; its events carry it. */
  readonly traceId?: string;
  /** False on the reading lanes: no statement may write, nothing can be deferred. */
  readonly writes: boolean;
  /** Runs before the next statement, in its round trip: locks and writes whose rows nobody reads. */
  ahead(query: Sql): void;
  /** The last row that the work reads. What was deferred and the commit travel in its round trip; nothing may follow. */
  last<T>(query: Sql): Promise<T | undefined>;
  /** Runs with the commit, in its round trip: events, messages and jobs that nobody waits for. */
  defer(query: Sql): void;
  /** Hints that may get lost, once the commit is certain. */
  afterCommit(hint: () => void): void;
  /** Such a hint: wakes the readers of the event log. */
  announced(): void;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly onError: (error: Error) => void;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Commits before they are on disk: for data that can be made again. A later durable commit makes them durable too. */
  readonly commitsEarly?: boolean;
}

/** Which connections serve a reading call: short keyed reads share a few pipelined ones, long lists must not block them. */
export type Lane = "short" | "long";

const BEGIN: Statement = { name: "begin", text: "begin", values: [] };
const COMMIT: Statement = { name: "commit", text: "commit", values: [] };
const NOTHING: Statement = { name: "nothing", text: "select 1", values: [] };
const asTenant = (tenantId: string): Statement => ({
  name: "tenant",
  text: "select set_config('app.tenant_id', $1, true)",
  values: [tenantId],
});
const SHORT_LANES = 4;
/** invalid_sql_statement_name: a neighbour in the pipeline failed before it had prepared the statement. Nothing ran. */
const NOT_PREPARED = "26000";
/** serialization_failure and deadlock_detected: nothing happened, the same work may simply run again. */
const RETRIED = new Set(["40001", "40P01"]);

export class Database {
  private readonly lanes = new Map<number, Promise<pg.Client>>();
  private readonly writers: pg.Pool;
  private readonly lists: pg.Pool;
  private readonly systemPool: pg.Pool;
  private turn = 0;
  /** Everything the product does across tenants: sign-in, relay, jobs, ingest. */
  readonly system: Rows;
  /** Called after commits that added to the event log; the live feed listens here. */
  announced: () => void = () => undefined;

  constructor(private readonly options: DatabaseOptions) {
    this.writers = this.pool("leitstand_app", options.poolSize, KEYED_PLAN);
    this.lists = this.pool("leitstand_app", Math.max(2, Math.floor(options.poolSize / 2)));
    this.systemPool = this.pool("leitstand_system", Math.max(4, Math.floor(options.poolSize / 2)), ONE_PLAN);
    this.system = rowsOf((statement) => this.onPool(this.systemPool, [statement], 0));
  }

  /** Statements of a call that changes nothing: each is a transaction of its own, in one round trip. */
  read(tenantId: string, lane: Lane): Tx {
    const refuse = () => {
      throw new Error("A reading call cannot write.");
    };
    const run = (statement: Statement) => {
      const group = [asTenant(tenantId), statement];
      return lane === "short" ? this.onLane(group) : this.onPool(this.lists, group, 1);
    };
    const rows = rowsOf(run);
    return {
      ...rows,
      tenantId,
      writes: false,
      last: rows.maybe,
      ahead: refuse,
      defer: refuse,
      afterCommit: refuse,
      announced: refuse,
    };
  }

  /** All or nothing, as the tenant: begin travels with the first statement, deferred ones with the commit. */
  transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.inTransaction(this.writers, tenantId, work);
  }

  /** The same across tenants, as leitstand_system; `tenantId` is what `current_tenant()` answers inside. */
  systemTransaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.inTransaction(this.systemPool, tenantId, work);
  }

  /** A connection of one's own, outside every pool; for LISTEN. */
  async connect(role: "leitstand_app" | "leitstand_system"): Promise<pg.Client> {
    const client = new pg.Client(this.connectionOptions(role));
    client.on("error", this.options.onError);
    await client.connect();
    return client;
  }

  async close() {
    const lanes = await Promise.allSettled(this.lanes.values());
    await Promise.all(lanes.flatMap((lane) => (lane.status === "fulfilled" ? [lane.value.end()] : [])));
    await Promise.all([this.writers.end(), this.lists.end(), this.systemPool.end()]);
  }

  private async inTransaction<T>(pool: pg.Pool, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(pool, tenantId, work);
      } catch (error) {
        if (attempt >= 3 || !RETRIED.has((error as { code?: string }).code ?? "")) throw error;
      }
    }
  }

  private async attempt<T>(pool: pg.Pool, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const waiting: Statement[] = [];
    const deferred: Statement[] = [];
    const hints: (() => void)[] = [];
    let [begun, ended] = [false, false];
    const run = (statement: Statement, rest: readonly Statement[] = []) => {
      if (ended) throw new Error("The work had read its last row already.");
      const group = [...(begun ? [] : [BEGIN, asTenant(tenantId)]), ...waiting.splice(0), statement];
      begun = true;
      return runGroup(client, [...group, ...rest], group.length - 1);
    };
    const end = async (statement: Statement) => {
      const ending = run(statement, [...deferred, COMMIT]);
      ended = true;
      const result = await ending;
      for (const hint of hints) hint();
      return result;
    };
    try {
      const result = await work({
        ...rowsOf(run),
        tenantId,
        writes: true,
        last: rowsOf(end).maybe,
        ahead: (query) => waiting.push(compile(query)),
        defer: (query) => deferred.push(compile(query)),
        afterCommit: (hint) => hints.push(hint),
        announced: () => this.announced(),
      });
      if (!ended && (begun || waiting.length + deferred.length > 0)) await end(waiting.pop() ?? NOTHING);
      client.release();
      return result;
    } catch (error) {
      await client.query("rollback").then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      );
      throw error;
    }
  }

  private async onLane(group: readonly Statement[]): Promise<GroupResult> {
    const slot = this.turn++ % SHORT_LANES;
    const client = await this.lane(slot);
    try {
      return await runGroup(client, group, group.length - 1);
    } catch (error) {
      if ((error as { code?: string }).code === NOT_PREPARED) return runGroup(client, group, group.length - 1);
      throw error;
    }
  }

  private lane(slot: number): Promise<pg.Client> {
    const known = this.lanes.get(slot);
    if (known) return known;
    const client = new pg.Client({ ...this.connectionOptions("leitstand_app"), pipeline: true } as pg.ClientConfig);
    const opening = client.connect().then(() => {
      watchParsing(client);
      return client;
    });
    this.lanes.set(slot, opening);
    const forget = () => {
      if (this.lanes.get(slot) === opening) this.lanes.delete(slot);
    };
    client.on("error", (error) => {
      forget();
      this.options.onError(error);
    });
    client.on("end", forget);
    opening.catch(forget);
    return opening;
  }

  private async onPool(pool: pg.Pool, group: readonly Statement[], main: number): Promise<GroupResult> {
    const client = await pool.connect();
    try {
      const result = await runGroup(client, group, main);
      client.release();
      return result;
    } catch (error) {
      // A statement that fails leaves a usable connection; a broken connection has told the pool itself.
      client.release();
      throw error;
    }
  }

  private pool(role: string, max: number, plans = ""): pg.Pool {
    const pool = new pg.Pool({
      ...this.connectionOptions(role, plans),
      max,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 5_000,
    });
    pool.on("error", this.options.onError);
    pool.on("connect", (client) => {
      watchParsing(client);
      // A checked-out client reports the death of PostgreSQL here; unheard, it would take the process down.
      client.on("error", this.options.onError);
    });
    return pool;
  }

  private connectionOptions(role: string, plans = ""): pg.ClientConfig {
    return {
      connectionString: this.options.url,
      application_name: this.options.name,
      statement_timeout: this.options.statementTimeoutMs,
      idle_in_transaction_session_timeout: 10_000,
      options: `-c role=${role} -c timezone=UTC -c pg_trgm.word_similarity_threshold=0.45 ${plans}`,
      types: answerTypes,
      keepAlive: true,
    };
  }
}

/**
 * Whatever writes reaches its rows by key and has one good plan for all values, so each connection plans a statement once:
 * PostgreSQL would plan the largest ones anew for every call, in ten times the time that they run.
 */
const ONE_PLAN = "-c plan_cache_mode=force_generic_plan";
/** A plan made while a table was empty must still be good when it is full: reading all of it does not count as one. */
const KEYED_PLAN = `${ONE_PLAN} -c enable_seqscan=off`;

function rowsOf(run: (statement: Statement) => Promise<GroupResult>): Rows {
  const rows = async (query: Sql) => (await run(compile(query))).rows as Row[];
  return {
    one: async <T>(query: Sql) => {
      const found = await rows(query);
      if (found.length !== 1) throw new Error(`Expected one row, got ${found.length}: ${compile(query).text}`);
      return found[0] as T;
    },
    maybe: async <T>(query: Sql) => (await rows(query))[0] as T | undefined,
    many: async <T>(query: Sql) => (await rows(query)) as T[],
    run: async (query) => (await run(compile(query))).rowCount ?? 0,
  };
}
