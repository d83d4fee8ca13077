import type pg from "pg";
import type { ServingDatabaseRole } from "./database-logins";
import { compileSql, joinSql, type Sql, sql, type CompiledStatement } from "./sql";
import { runStatementGroup, disablePreparedStatements, trackPreparedStatements } from "./statement-group";
import { WORD_SIMILARITY_THRESHOLD } from "./text-filter";

type SessionSetting = readonly [name: string, value: string];

/** Statements that bind the sessions of a connection pool to its role and settings. */
export class PgSessionSetup {
  private readonly direct: CompiledStatement;
  private readonly pooled: CompiledStatement;
  private readonly keep: CompiledStatement;

  constructor(
    readonly role: ServingDatabaseRole,
    settings: readonly SessionSetting[],
  ) {
    const asRole: SessionSetting = ["role", role];
    this.direct = compileSql(setForTransaction([NO_TENANT_SETTING, asRole]));
    this.pooled = unnamedStatement(setForTransaction([NO_TENANT_SETTING, asRole, ...settings]));
    this.keep = unnamedStatement(setStatement(settings, sql`false`));
  }

  /**
   * First statement of each transaction, in its own round trip: sets role and tenant. Nothing of it outlives the
   * transaction, and nothing is taken from the session, which behind a connection pooler is shared with others. A login
   * that may not act as the role fails here, and all that follows is skipped.
   */
  enter(client: pg.ClientBase, tenantId: string): CompiledStatement {
    const statement = pooledConnections.has(client) ? this.pooled : this.direct;
    const values = [...statement.values];
    values[TENANT_VALUE_POSITION] = tenantId;
    return { ...statement, values };
  }

  /**
   * Checks a new connection: sees as which role a transaction works there, and whether it leads to a session of its
   * own, which then keeps the settings, or to another one each time.
   */
  async greet(client: pg.ClientBase): Promise<void> {
    trackPreparedStatements(client);
    const { rows } = await runStatementGroup(client, [this.pooled, IDENTITY_STATEMENT], 1);
    const { works_as, pid } = rows[0] as unknown as { works_as: string; pid: number };
    if (works_as !== this.role) throw new Error(`A connection works as ${works_as} instead of ${this.role}.`);
    if (isConnectionThroughPooler(client, pid)) {
      pooledConnections.add(client);
      disablePreparedStatements(client);
    } else await runStatementGroup(client, [this.keep], 0);
  }
}

/** Connections that lead to another session each time. */
const pooledConnections = new WeakSet<pg.ClientBase>();

/**
 * Whether a connection leads to a pooler: poolers tell clients a number of their own instead of a PostgreSQL process
 * id.
 */
export const isConnectionThroughPooler = (client: pg.ClientBase, pid: number) =>
  (client as pg.ClientBase & { readonly processID: number | null }).processID !== pid;

const unnamedStatement = (query: Sql): CompiledStatement => ({ ...compileSql(query), name: undefined });
const IDENTITY_STATEMENT = unnamedStatement(sql`select current_user as works_as, pg_backend_pid() as pid`);

const NO_TENANT_SETTING: SessionSetting = ["app.tenant_id", ""];
/** Position of the tenant's id among the values of the statement. */
const TENANT_VALUE_POSITION = 1;

const setForTransaction = (settings: readonly SessionSetting[]) => setStatement(settings, sql`true`);
const setStatement = (settings: readonly SessionSetting[], isLocal: Sql) =>
  sql`select ${joinSql(
    settings.map(([name, value]) => sql`set_config(${name}, ${value}, ${isLocal})`),
    ", ",
  )}`;

interface SessionSettingOptions {
  readonly statementTimeoutMs: number;
  readonly commitsEarly?: boolean;
}

/** Settings of every session of the product, whatever it is for. */
export const pgSessionSettingsOf = ({ statementTimeoutMs, commitsEarly = false }: SessionSettingOptions) =>
  [
    ["timezone", "UTC"],
    ["pg_trgm.word_similarity_threshold", String(WORD_SIMILARITY_THRESHOLD)],
    ["statement_timeout", String(statementTimeoutMs)],
    ["idle_in_transaction_session_timeout", "10000"],
    ...(commitsEarly ? [["synchronous_commit", "off"] as const] : []),
  ] as const;

/**
 * Writes reach their rows by key and have one good plan for all values, so each connection plans a statement once:
 * PostgreSQL would plan the largest ones again for every call, in ten times the time that they run.
 */
export const GENERIC_PLAN_SETTINGS = [["plan_cache_mode", "force_generic_plan"]] as const;
/** Settings for plans that stay good when an empty table fills up: a plan that reads the whole table is not used. */
export const INDEX_PLAN_SETTINGS = [...GENERIC_PLAN_SETTINGS, ["enable_seqscan", "off"]] as const;
