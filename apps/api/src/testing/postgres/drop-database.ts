import pg from "pg";

/**
 * Drops a database. An administrator who is no superuser may not end an autovacuum that is at work in it, and waits for
 * its end.
 */
export async function dropDatabase(run: (statement: string) => Promise<unknown>, name: string): Promise<void> {
  try {
    await run(`drop database if exists ${name} with (force)`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "42501") throw error;
    await run("select pg_sleep(0.1)");
    await dropDatabase(run, name);
  }
}
