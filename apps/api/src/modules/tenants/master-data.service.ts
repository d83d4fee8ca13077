import type { Static } from "@leitstand/contract/core/schema";
import type { TenantMasterDataCreateRequest, TenantMasterDataUpdateRequest } from "@leitstand/contract/company/tenants";
import { findMissingOrConflictProblem, queueLockOfCount } from "#platform/database/lock";
import type { SharedServices } from "#platform/http/handler";
import { problem } from "#platform/problem";
import { sql } from "#platform/database/sql";
import { insertMasterData, countMasterDataKeys, selectMasterData, updateMasterData } from "./master-data.sql";
import { jsonByteLength, MASTER_DATA_BYTES_MAX, MASTER_DATA_KEYS_MAX } from "./tenant";
import { findReachableTenantId } from "./tenant-config.service";
import { runInTenant, type TenantCall } from "./tenants.service";

export async function listMasterData(services: SharedServices, call: TenantCall, shortCode: string) {
  return runInTenant(services, await toMasterDataTenantCall(services, call, shortCode), selectMasterData);
}

export async function createMasterDataEntry(
  services: SharedServices,
  call: TenantCall,
  { tenant_short_code, ...draft }: Static<typeof TenantMasterDataCreateRequest> & { tenant_short_code: string },
) {
  checkMasterDataSize(draft.value);
  return runInTenant(services, await toMasterDataTenantCall(services, call, tenant_short_code), async (tx) => {
    queueLockOfCount(tx, "tenant_master_data");
    if ((await countMasterDataKeys(tx)) >= MASTER_DATA_KEYS_MAX)
      throw problem("LIMIT_EXCEEDED", { limit: MASTER_DATA_KEYS_MAX });
    return insertMasterData(tx, draft);
  });
}

export async function changeMasterData(
  services: SharedServices,
  call: TenantCall,
  {
    tenant_short_code,
    ...change
  }: Static<typeof TenantMasterDataUpdateRequest> & { tenant_short_code: string; id: string },
) {
  checkMasterDataSize(change.value);
  return runInTenant(services, await toMasterDataTenantCall(services, call, tenant_short_code), async (tx) => {
    const changed = await updateMasterData(tx, change);
    if (!changed)
      throw await findMissingOrConflictProblem(tx, {
        ...change,
        table: sql`tenant_master_data`,
        resource: "master_data",
      });
    return changed;
  });
}

const toMasterDataTenantCall = async (services: SharedServices, call: TenantCall, shortCode: string) => ({
  ...call,
  id: await findReachableTenantId(services, call, shortCode),
});

function checkMasterDataSize(value: unknown) {
  if (jsonByteLength(value) > MASTER_DATA_BYTES_MAX) throw problem("LIMIT_EXCEEDED", { limit: MASTER_DATA_BYTES_MAX });
}
