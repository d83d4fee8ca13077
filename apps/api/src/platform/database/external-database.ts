import { parseCheckedDatabaseAddress } from "./database-address";
import { connectToPrimary, errorMessageOf } from "./primary";
import { StartupError } from "../process/startup-error";

const OLDEST_VERSION = 150_000;

/** Throws a StartupError in plain words, without the password, when the database of `DATABASE_URL` is unusable. */
export async function checkExternalDatabase(databaseUrl: string): Promise<void> {
  const { hosts, database } = parseCheckedDatabaseAddress(databaseUrl);
  const name = `The database ${database} on ${hosts} (DATABASE_URL)`;
  try {
    const client = await connectToPrimary(databaseUrl, { connectionTimeoutMillis: 10_000 });
    const { rows } = await client.query<{ number: number; version: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
    );
    await client.end();
    const server = rows[0];
    if (server && server.number < OLDEST_VERSION) {
      throw new StartupError(`${name} is PostgreSQL ${server.version}, but 15 or newer is needed.`);
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${name} cannot be used: ${errorMessageOf(error)}.`);
  }
}
