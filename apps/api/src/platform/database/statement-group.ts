import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";
import { postgresTypeParsers } from "./row-types";
import type { CompiledStatement } from "./sql";

/** Private parts of `pg` that a custom query needs: the wire and the names it has prepared. */
interface PgConnection {
  parse(message: { name: string; text: string; types: undefined }): void;
  bind(message: { portal: string; statement: string; values: unknown[]; binary: boolean }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
  readonly stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}
/** Queries of pg by a looser type: in a pipeline, clients take nothing but queries of their own kind. */
const PgQuery = pg.Query as unknown as new (config: object, values: undefined, callback: GroupCallback) => object;

export type DatabaseRow = Record<string, unknown>;
export interface StatementResult {
  readonly rows: DatabaseRow[];
  readonly rowCount: number | null;
}
type GroupCallback = (error: (Error & { code?: string }) | null, result: StatementResult) => void;

/** Names and parsers of the columns of a statement. */
interface ColumnParsers {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}
interface DescribedStatement {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/**
 * Columns by the names of prepared statements: PostgreSQL refuses to run one whose columns have changed, so it
 * describes them to each connection only once.
 */
const knownColumns = new WeakMap<PgConnection, Map<string, ColumnParsers>>();

function knownColumnsOf(wire: PgConnection): Map<string, ColumnParsers> {
  const known = knownColumns.get(wire) ?? new Map<string, ColumnParsers>();
  knownColumns.set(wire, known);
  return known;
}

/**
 * Several statements in one round trip: messages without a Sync between them are one transaction, so
 * `set_config(…, true)` in front bounds the tenant for exactly this group, and an error skips the rest.
 * Only the statement at `main` answers with rows. The methods are those that a client of `pg` calls on what it was given.
 */
class StatementGroup extends PgQuery {
  private at = 0;
  private readonly fresh: string[] = [];
  private parsed = 0;
  private known: Map<string, ColumnParsers> | undefined;
  private columns: ColumnParsers | undefined;
  private mainName = "";
  private readonly found: DatabaseRow[] = [];
  private count: number | null = null;
  private unreadable: Error | undefined;

  constructor(
    private readonly statements: readonly CompiledStatement[],
    private readonly main: number,
    private readonly settle: GroupCallback,
  ) {
    super({ text: "" }, undefined, settle);
  }

  submit(connection: unknown): Error | null {
    const wire = connection as PgConnection;
    try {
      const values = this.statements.map(prepareValues);
      wire.stream.cork();
      this.send(wire, values);
      return null;
    } catch (error) {
      return error as Error;
    } finally {
      wire.stream.uncork();
    }
  }

  private send(wire: PgConnection, values: readonly unknown[][]) {
    this.known = knownColumnsOf(wire);
    for (const [index, statement] of this.statements.entries()) {
      const [name, text] = [statementNameOn(wire, statement), statement.text];
      if (name === "" || !(name in wire.submittedNamedStatements || name in wire.parsedStatements)) {
        wire.parse({ name, text, types: undefined });
        if (name !== "") wire.submittedNamedStatements[name] = text;
        this.known.delete(name);
        this.fresh.push(name);
      }
      wire.bind({ portal: "", statement: name, values: values[index] as unknown[], binary: false });
      if (index === this.main) [this.mainName, this.columns] = [name, this.known.get(name)];
      if (index === this.main && !this.columns) wire.describe({ type: "P", name: "" });
      wire.execute({ portal: "", rows: 0 });
    }
    wire.sync();
  }

  private remember(columns: ColumnParsers) {
    this.columns = columns;
    this.known?.set(this.mainName, columns);
  }

  /** Called by the connection's parseComplete event: the server knows one more of the fresh statements. */
  handleParsed() {
    this.parsed++;
  }

  handleRowDescription({ fields }: DescribedStatement) {
    this.remember({
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => postgresTypeParsers.getTypeParser(dataTypeID, "text")),
    });
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }) {
    if (this.at !== this.main || this.unreadable) return;
    try {
      this.found.push(parseRow(this.columns as ColumnParsers, fields));
    } catch (error) {
      this.unreadable = error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }) {
    if (this.at++ !== this.main) return;
    this.count = rowCountOf(text);
    if (!this.columns) this.remember(NO_COLUMNS);
  }

  handleEmptyQuery() {
    this.at++;
  }

  handleReadyForQuery() {
    this.settle(this.unreadable ?? null, { rows: this.found, rowCount: this.count });
  }

  /** A skipped statement was never prepared: forget its name, or the next use would bind to nothing. */
  handleError(error: Error, wire: PgConnection) {
    for (const name of this.fresh.slice(this.parsed)) delete wire.submittedNamedStatements[name];
    this.settle(error, { rows: [], rowCount: null });
  }
}

const statementNameOn = (wire: PgConnection, { name = "" }: CompiledStatement) =>
  unnamedConnections.has(wire) ? "" : name;

/**
 * Converts values before anything is sent: one that cannot be converted in the middle of a group would leave the
 * connection waiting.
 */
const prepareValues = ({ values }: CompiledStatement) => values.map((value) => prepareValue(value));

const NO_COLUMNS: ColumnParsers = { names: [], parsers: [] };

function parseRow({ names, parsers }: ColumnParsers, fields: readonly (string | null)[]): DatabaseRow {
  const row: DatabaseRow = {};
  for (const [column, text] of fields.entries()) {
    row[names[column] as string] = text === null ? null : parsers[column]?.(text);
  }
  return row;
}

/** Row count from a command tag such as `UPDATE 3` or `INSERT 0 1`; none of a command that touches no rows. */
const rowCountOf = (told: string) => {
  const count = Number(told.slice(told.lastIndexOf(" ") + 1));
  return Number.isNaN(count) ? null : count;
};

/** Wires that lead to another session each time, which does not know what the last one has prepared. */
const unnamedConnections = new WeakSet<PgConnection>();
export function disablePreparedStatements(client: pg.ClientBase) {
  unnamedConnections.add((client as unknown as { connection: PgConnection }).connection);
}

/** Lets groups of this client learn which of their statements were prepared. */
export function trackPreparedStatements(client: pg.ClientBase) {
  const inner = client as unknown as {
    connection: NodeJS.EventEmitter;
    _getActiveQuery(): { handleParsed?(): void } | null;
  };
  inner.connection.on("parseComplete", () => inner._getActiveQuery()?.handleParsed?.());
}

export function runStatementGroup(
  client: pg.ClientBase,
  statements: readonly CompiledStatement[],
  main: number,
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const group = new StatementGroup(statements, main, (error, result) => (error ? reject(error) : resolve(result)));
    client.query(group as unknown as pg.Submittable);
  });
}
