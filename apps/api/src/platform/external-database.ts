import pg from "pg";
import { StartFault } from "./start-fault";

const OLDEST_VERSION = 150_000;

/** Throws a StartFault in plain words, without the password, when `DATABASE_URL` cannot be worked with. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const { host, pathname } = new URL(databaseUrl);
  const name = `The database ${pathname.slice(1)} on ${host || "the local socket"} (DATABASE_URL)`;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined); // The statement under way reports it.
  try {
    await client.connect();
    const { rows } = await client.query<{ number: number; version: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
    );
    const server = rows[0];
    if (server && server.number < OLDEST_VERSION) {
      throw new StartFault(`${name} is PostgreSQL ${server.version}, but 15 or newer is needed.`);
    }
    await client.end();
  } catch (error) {
    // Not waited for: the end of a connection that never came about may never be reported.
    void client.end().catch(() => undefined);
    if (error instanceof StartFault) throw error;
    throw new StartFault(`${name} cannot be used: ${reasonOf(error)}.`);
  }
}

/** A refused connection to a name with several addresses is an AggregateError without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
