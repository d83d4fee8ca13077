import { expect, vi } from "vitest";
import type { QueryRunner } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { withConnection } from "../postgres/with-connection";

interface Blocker {
  /** Open transaction that holds what the work needs. */
  readonly tx: QueryRunner;
  /** Connection outside the transaction. */
  readonly db: QueryRunner;
  /** Number of statements that the work runs at once, each of which has to wait. */
  readonly statements?: number;
}

/**
 * Starts work that has to wait for a transaction, and resolves while it waits. The outcome comes in an object, so that
 * it is not awaited inside the transaction.
 *
 * @throws Error when the work ends without waiting.
 */
export async function startBlockedWork<T>({ tx, db, statements = 1 }: Blocker, start: () => Promise<T>) {
  const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const outcome = start();
  const endWithoutWaiting = () => Promise.reject(new Error("The work ended without waiting for the transaction."));
  const isBlocked = async () => {
    const { waiting } = await db.one<{ waiting: number }>(sql`
      select count(*) as waiting from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`);
    expect(waiting).toBeGreaterThanOrEqual(statements);
  };
  await Promise.race([
    vi.waitFor(isBlocked, { timeout: 15_000, interval: 10 }),
    outcome.then(endWithoutWaiting, endWithoutWaiting),
  ]);
  return { outcome };
}

/** Cancels the statements that wait for a transaction, so that the work which they belong to fails. */
export async function cancelBlockedStatements(tx: QueryRunner, databaseUrl: string) {
  const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  // Only the owner may cancel statements of the other logins.
  await withConnection(databaseUrl, (owner) =>
    owner.query("select pg_cancel_backend(pid) from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))", [
      pid,
    ]),
  );
}
