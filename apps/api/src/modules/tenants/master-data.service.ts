import type { Static } from "@leitstand/contract/core/schema";
import type { TenantMasterDataCreateRequest, TenantMasterDataUpdateRequest } from "@leitstand/contract/company/tenants";
import { notFoundOrConflict } from "#platform/database/lock";
import type { Services } from "#platform/http/handler";
import { problem } from "#platform/problem";
import { sql } from "#platform/database/sql";
import { insertMasterData, selectCount, selectMasterData, updateMasterData } from "./master-data.sql";
import { bytesOf, MASTER_DATA_BYTES_MAX, MASTER_DATA_KEYS_MAX } from "./tenant";
import { findReachable } from "./tenant-config.service";
import { inTenant, type TenantCall } from "./tenants.service";

export async function listMasterData(services: Services, call: TenantCall, shortCode: string) {
  return inTenant(services, await reach(services, call, shortCode), selectMasterData);
}

export async function createMasterDataEntry(
  services: Services,
  call: TenantCall,
  { tenant_short_code, ...draft }: Static<typeof TenantMasterDataCreateRequest> & { tenant_short_code: string },
) {
  checkSize(draft.value);
  return inTenant(services, await reach(services, call, tenant_short_code), async (tx) => {
    if ((await selectCount(tx)) >= MASTER_DATA_KEYS_MAX)
      throw problem("LIMIT_EXCEEDED", { limit: MASTER_DATA_KEYS_MAX });
    return insertMasterData(tx, draft);
  });
}

export async function changeMasterData(
  services: Services,
  call: TenantCall,
  {
    tenant_short_code,
    ...change
  }: Static<typeof TenantMasterDataUpdateRequest> & { tenant_short_code: string; id: string },
) {
  checkSize(change.value);
  return inTenant(services, await reach(services, call, tenant_short_code), async (tx) => {
    const changed = await updateMasterData(tx, change);
    if (!changed)
      throw await notFoundOrConflict(tx, { ...change, table: sql`tenant_master_data`, resource: "master_data" });
    return changed;
  });
}

const reach = async (services: Services, call: TenantCall, shortCode: string) => ({
  ...call,
  id: await findReachable(services, call, shortCode),
});

function checkSize(value: unknown) {
  if (bytesOf(value) > MASTER_DATA_BYTES_MAX) throw problem("LIMIT_EXCEEDED", { limit: MASTER_DATA_BYTES_MAX });
}
