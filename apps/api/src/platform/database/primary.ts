import pg from "pg";
import { parseCheckedDatabaseAddress } from "./database-address";

type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client;

/** Milliseconds that one server may take to say whether it takes writes. */
const ANSWERS_WITHIN_MS = 2_000;
/** Error code of a PostgreSQL that is still starting: worth another try. */
const CANNOT_CONNECT_NOW = "57P03";

/** Connects to the server of `url` that takes writes. The caller ends the connection. */
export async function connectToPrimary(url: string, config: pg.ClientConfig): Promise<pg.Client> {
  const client = new (createPrimaryClientClass(url))({ connectionString: firstDatabaseServerOf(url), ...config });
  client.on("error", () => undefined); // The running statement reports the error.
  try {
    await client.connect();
    return client;
  } catch (error) {
    // The end is not waited for: that of a connection that never came about may never be reported.
    void client.end().catch(() => undefined);
    throw error;
  }
}

/** Address that a client is given; where there are several servers, `createPrimaryClientClass` replaces it by that of the primary. */
export const firstDatabaseServerOf = (url: string) => parseCheckedDatabaseAddress(url).servers[0] as string;

/** Class of clients that look for the primary each time they connect, because it changes after a fail-over. */
export function createPrimaryClientClass(url: string): ClientClass {
  const { servers } = parseCheckedDatabaseAddress(url);
  if (servers.length === 1) return pg.Client;
  const primary = new PrimaryServer(servers);
  return class extends ConnectableClient {
    override connect(callback?: (error?: Error) => void): Promise<void> {
      const connected = primary.find().then((server) => {
        Object.assign(this, server);
        return super.connect();
      });
      if (callback) connected.then(() => callback(), callback);
      return connected;
    }
  } as unknown as ClientClass;
}

/** Clients are connected by promise, pools do it by callback. */
const ConnectableClient = pg.Client as unknown as new (
  config: pg.ClientConfig,
) => { connect(callback?: (error?: Error) => void): Promise<void> };

interface ServerState {
  readonly host: string;
  readonly port: number;
}

/** Server that takes writes, among the servers of one database. */
class PrimaryServer {
  private last = 0;
  private looking: Promise<ServerState> | undefined;

  constructor(private readonly servers: readonly string[]) {}

  /** Finds the primary; connections that open at the same time share one look. */
  find(): Promise<ServerState> {
    this.looking ??= this.look().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  /**
   * Looks for the primary in the order of the address, beginning with the last one: when two servers claim to be
   * primary, all connections choose the same.
   */
  private async look(): Promise<ServerState> {
    const faults: unknown[] = [];
    for (let step = 0; step < this.servers.length; step++) {
      const index = (this.last + step) % this.servers.length;
      try {
        const server = await probeServer(this.servers[index] as string);
        this.last = index;
        return server;
      } catch (error) {
        faults.push(error);
      }
    }
    const message = `no server takes writes (${faults.map(errorMessageOf).join("; ")})`;
    throw Object.assign(new AggregateError(faults, message), { code: CANNOT_CONNECT_NOW });
  }
}

async function probeServer(url: string): Promise<ServerState> {
  const limits = { connectionTimeoutMillis: ANSWERS_WITHIN_MS, query_timeout: ANSWERS_WITHIN_MS };
  const client = new pg.Client({
    connectionString: url,
    application_name: "leitstand looks for the primary",
    ...limits,
  });
  client.on("error", () => undefined); // The running statement reports the error.
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
    if (rows[0]?.transaction_read_only !== "off") throw new Error(`${host}:${port} is a standby`);
    return { host, port };
  } finally {
    void client.end().catch(() => undefined);
  }
}

/**
 * Message of an error. A refused connection to a name with several addresses is an AggregateError without one of its
 * own.
 */
export function errorMessageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "" && error.errors.length > 0)
    return errorMessageOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
