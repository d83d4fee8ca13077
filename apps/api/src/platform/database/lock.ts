import type { MissingResourceName } from "@leitstand/contract/errors/error-sentences";
import type { Tx } from "./database";
import { notFound, problem, type Problem } from "../problem";
import { type Sql, sql } from "./sql";

/**
 * Makes transactions of a tenant that create one kind of thing wait for each other, before the next statement: only so
 * that statement counts what the others have created, and a limit holds.
 */
export const queueLockOfCount = (tx: Tx, things: string) =>
  tx.runBeforeNext(sql`select pg_advisory_xact_lock(hashtextextended(${`count ${things} ${tx.tenantId}`}, 0))`);

interface VersionedObject {
  readonly table: Sql;
  readonly resource: MissingResourceName;
  readonly id: string;
  readonly lock_version?: number;
  /** Condition for rows that the caller may see; other rows count as not found. */
  readonly visible?: Sql;
  /** Condition on visible rows that may be changed, where that is not all of them. */
  readonly changeable?: Sql;
}

/**
 * Reason why a change by id and lock_version touched no row: the object is missing, not the caller's, or was changed in
 * the meantime.
 */
export async function findMissingOrConflictProblem(
  tx: Tx,
  { table, resource, id, lock_version, visible = sql`true`, changeable = sql`true` }: VersionedObject,
): Promise<Problem> {
  const current = await tx.maybe<{ lock_version: number; changeable: boolean }>(sql`
    select lock_version, ${changeable} as changeable from ${table} where tenant_id = ${tx.tenantId} and id = ${id} and ${visible}`);
  if (current?.changeable === false) return problem("BRANCH_ACCESS_DENIED");
  if (!current || lock_version === undefined) return notFound(resource, id);
  return problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: current.lock_version });
}
