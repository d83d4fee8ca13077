import type { Tx } from "./database";
import { problem } from "../problem";
import { joinSql, type Sql, sql } from "./sql";

/** Ids of a body and the table where they must be found. */
export interface ReferencedIds {
  readonly field: string;
  readonly table: Sql;
  readonly ids: readonly (string | null | undefined)[];
}

/**
 * Refuses a body that names objects which the tenant does not have, in one round trip for all of them. Row level
 * security hides from foreign keys' messages which value was missing, so those only catch what vanishes after this
 * check.
 */
export async function checkReferencedIdsExist(tx: Tx, references: readonly ReferencedIds[]) {
  const looks = references.flatMap(({ field, table, ids }) => {
    const given = ids.filter((id) => id !== null && id !== undefined);
    if (given.length === 0) return [];
    return sql`select ${field}::text as field, wanted.id from unnest(${given}::uuid[]) as wanted (id)
      where not exists (select 1 from ${table} known where known.tenant_id = ${tx.tenantId} and known.id = wanted.id)`;
  });
  if (looks.length === 0) return;
  const missing = await tx.maybe<{ field: string; id: string }>(sql`${joinSql(looks, " union all ")} limit 1`);
  if (missing) throw problem("REFERENCE_NOT_FOUND", { ...missing });
}
