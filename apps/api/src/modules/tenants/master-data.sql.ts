import type { Static } from "@leitstand/contract/core/schema";
import type {
  TenantMasterData,
  TenantMasterDataCreateRequest,
  TenantMasterDataUpdateRequest,
} from "@leitstand/contract/company/tenants";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import { MASTER_DATA_KEYS_MAX } from "./tenant";

const masterDataColumns = sql`id, key, value, description, lock_version, created_at, updated_at`;

export const selectMasterData = (tx: Tx) =>
  tx.many<TenantMasterData>(sql`
    select ${masterDataColumns} from tenant_master_data where tenant_id = ${tx.tenantId} order by key, id limit ${MASTER_DATA_KEYS_MAX}`);

export const countMasterDataKeys = async (tx: Tx) =>
  (
    await tx.one<{ count: number }>(
      sql`select count(*) as count from tenant_master_data where tenant_id = ${tx.tenantId}`,
    )
  ).count;

/** Inserts master data; JSON's null is a value like any other, so values are written as text. */
export const insertMasterData = (tx: Tx, draft: Static<typeof TenantMasterDataCreateRequest>) =>
  tx.one<TenantMasterData>(sql`
    insert into tenant_master_data (tenant_id, key, value, description)
    values (${tx.tenantId}, ${draft.key}, ${JSON.stringify(draft.value)}::jsonb, ${draft.description})
    returning ${masterDataColumns}`);

export const updateMasterData = (
  tx: Tx,
  { id, ...change }: Static<typeof TenantMasterDataUpdateRequest> & { id: string },
) =>
  tx.maybe<TenantMasterData>(sql`
    update tenant_master_data set key = ${change.key}, value = ${JSON.stringify(change.value)}::jsonb, description = ${change.description},
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and lock_version = ${change.lock_version}
    returning ${masterDataColumns}`);
