import type { Scope } from "#platform/access/principal";
import { type Sql, sql } from "#platform/database/sql";

/**
 * Condition for critical messages of a caller: to dispatchers of the caller's branches, to the caller or the caller's
 * phone; without an addressee to dispatchers of the whole tenant. A driver works for a branch but is no dispatcher,
 * because its messages name other crews' cases.
 */
export function messageAddresseeCondition(
  scope: Scope,
  reader: { readonly user_id: string | null; readonly device_id: string | null },
  message: Sql,
): Sql {
  if (scope.all) return sql`true`;
  return sql`(${message}.branch_id = any(${scope.branch_ids}::uuid[]) or ${message}.user_id = ${reader.user_id}::uuid
    or ${message}.device_id = ${reader.device_id}::uuid)`;
}
