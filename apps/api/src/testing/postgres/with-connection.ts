import pg from "pg";

/** Opens a connection for one piece of work, and closes it however that ends. */
export async function withConnection<T>(
  to: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(to);
  client.on("error", () => undefined); // The running statement reports the error.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
