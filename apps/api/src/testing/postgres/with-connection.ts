import pg from "pg";

/** A connection for one piece of work, which ends with it however it goes. */
export async function withConnection<T>(
  to: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(to);
  client.on("error", () => undefined); // The statement under way reports it.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
