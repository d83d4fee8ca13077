import type pg from "pg";
import type { PgSessionSetup } from "../postgres-session";
import { createPrimaryClientClass, firstDatabaseServerOf } from "../primary";
import { awaitAnswerWithin } from "../silence";
import type { CompiledStatement } from "../sql";
import type { StatementResult } from "../statement-group";

export interface SharedReadConnectionsOptions {
  readonly url: string;
  readonly count: number;
  readonly kind: PgSessionSetup;
  readonly connection: pg.ClientConfig;
  /** Milliseconds that a server may take to connect, and then to answer what opens and what ends a connection. */
  readonly connectionTimeoutMs: number;
  readonly onError: (error: Error) => void;
  /** Sends statements in one round trip and returns the result of the one at `main`. */
  readonly ask: (client: pg.ClientBase, group: readonly CompiledStatement[], main: number) => Promise<StatementResult>;
}

/** invalid_sql_statement_name: another statement in the pipeline failed before this one was prepared. Nothing ran. */
const STATEMENT_NOT_PREPARED = "26000";

/**
 * A few pipelined connections that short keyed reads share: each read takes the one with the fewest reads under way,
 * and of those the first. A lane is opened when all before it are busy, so a quiet node keeps one whose statements are
 * planned already, and a read never queues behind a slow one while another lane is free.
 */
export class SharedReadConnections {
  private readonly lanes = new Map<number, Promise<pg.Client>>();
  private readonly newClient: ReturnType<typeof createPrimaryClientClass>;
  /** Number of reads under way on each lane. */
  private readonly readsUnderWay: number[];

  constructor(private readonly options: SharedReadConnectionsOptions) {
    this.newClient = createPrimaryClientClass(options.url);
    this.readsUnderWay = Array.from({ length: options.count }, () => 0);
  }

  async read(tenantId: string, statement: CompiledStatement): Promise<StatementResult> {
    const slot = this.readsUnderWay.indexOf(Math.min(...this.readsUnderWay));
    this.readsUnderWay[slot] = (this.readsUnderWay[slot] ?? 0) + 1;
    try {
      return await this.readOn(await this.lane(slot), tenantId, statement);
    } finally {
      this.readsUnderWay[slot] = (this.readsUnderWay[slot] ?? 0) - 1;
    }
  }

  private async readOn(client: pg.Client, tenantId: string, statement: CompiledStatement): Promise<StatementResult> {
    const { kind, ask } = this.options;
    const group = [kind.enter(client, tenantId), statement];
    try {
      return await ask(client, group, 1);
    } catch (error) {
      if ((error as { code?: string }).code === STATEMENT_NOT_PREPARED) return ask(client, group, 1);
      throw error;
    }
  }

  async close() {
    const { connectionTimeoutMs } = this.options;
    const lanes = await Promise.allSettled(this.lanes.values());
    const clients = lanes.flatMap((lane) => (lane.status === "fulfilled" ? [lane.value] : []));
    await Promise.all(clients.map((client) => awaitAnswerWithin(connectionTimeoutMs, client, client.end())));
  }

  private lane(slot: number): Promise<pg.Client> {
    const known = this.lanes.get(slot);
    if (known) return known;
    const { url, kind, connection, connectionTimeoutMs, onError } = this.options;
    const client = new this.newClient({
      connectionString: firstDatabaseServerOf(url),
      ...connection,
      connectionTimeoutMillis: connectionTimeoutMs,
      pipeline: true,
    } as pg.ClientConfig);
    const opening = client.connect().then(async () => {
      await awaitAnswerWithin(connectionTimeoutMs, client, kind.greet(client));
      return client;
    });
    this.lanes.set(slot, opening);
    const forget = () => {
      if (this.lanes.get(slot) === opening) this.lanes.delete(slot);
    };
    client.on("error", (error) => {
      forget();
      onError(error);
    });
    client.on("end", forget);
    opening.catch(() => {
      forget();
      void client.end().catch(() => undefined);
    });
    return opening;
  }
}
