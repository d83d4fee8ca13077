import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";
import type { Statement } from "./sql";

/** What `pg` keeps to itself but a custom query needs: the wire and the names it has prepared. */
interface Wire {
  parse(message: { name: string; text: string; types: undefined }): void;
  bind(message: {
    portal: string;
    statement: string;
    values: unknown[];
    binary: boolean;
    valueMapper: typeof prepareValue;
  }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}
interface QueryBase {
  submit(wire: Wire): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}
const PgQuery = pg.Query as unknown as new (config: object, values: undefined, callback: GroupCallback) => QueryBase;

export type Row = Record<string, unknown>;
export interface GroupResult {
  readonly rows: Row[];
  readonly rowCount: number | null;
}
type GroupCallback = (error: (Error & { code?: string }) | null, result: GroupResult) => void;

/**
 * Several statements in one round trip: messages without a Sync between them are one transaction, so
 * `set_config(…, true)` in front bounds the tenant for exactly this group, and an error skips the rest.
 * Only the statement at `main` answers with rows.
 */
class StatementGroup extends PgQuery {
  private at = 0;
  private readonly fresh: string[] = [];
  private parsed = 0;

  constructor(
    private readonly statements: readonly Statement[],
    private readonly main: number,
    callback: GroupCallback,
  ) {
    super({ text: statements[main]?.text ?? "", values: [] }, undefined, callback);
  }

  requiresPreparation() {
    return true;
  }

  prepare(wire: Wire) {
    for (const [index, { name = "", text, values }] of this.statements.entries()) {
      if (name === "" || !(name in wire.submittedNamedStatements || name in wire.parsedStatements)) {
        wire.parse({ name, text, types: undefined });
        if (name !== "") wire.submittedNamedStatements[name] = text;
        this.fresh.push(name);
      }
      wire.bind({ portal: "", statement: name, values: values as unknown[], binary: false, valueMapper: prepareValue });
      if (index === this.main) wire.describe({ type: "P", name: "" });
      wire.execute({ portal: "", rows: 0 });
    }
    wire.sync();
  }

  /** Called by the connection's parseComplete event: the server knows one more of the fresh statements. */
  handleParsed() {
    this.parsed++;
  }

  override handleDataRow(message: unknown) {
    if (this.at === this.main) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire) {
    if (this.at++ === this.main) super.handleCommandComplete(message, wire);
  }

  /** What the server skipped was never prepared: forget it, or the next user would bind to nothing. */
  override handleError(error: Error, wire: Wire) {
    for (const name of this.fresh.slice(this.parsed)) delete wire.submittedNamedStatements[name];
    super.handleError(error, wire);
  }
}

/** Lets groups of this client learn which of their statements were prepared. */
export function watchParsing(client: pg.ClientBase) {
  const inner = client as unknown as {
    connection: NodeJS.EventEmitter;
    _getActiveQuery(): { handleParsed?(): void } | null;
  };
  inner.connection.on("parseComplete", () => inner._getActiveQuery()?.handleParsed?.());
}

export function runGroup(client: pg.ClientBase, statements: readonly Statement[], main: number): Promise<GroupResult> {
  return new Promise((resolve, reject) => {
    const group = new StatementGroup(statements, main, (error, result) => (error ? reject(error) : resolve(result)));
    client.query(group as unknown as pg.Submittable);
  });
}
