import type { Tx } from "#platform/database/database";
import { createRecordset } from "#platform/database/recordset";
import { sql } from "#platform/database/sql";

/** Branch as an outside source describes it; what the source does not mention stays unchanged. */
export interface SyncedBranch {
  readonly external_id: string;
  readonly name: string;
  readonly phone_number: string | null;
}

/** Branch of the tenant to bring up to date. */
type BranchUpdate = Omit<SyncedBranch, "external_id"> & { readonly id: string; readonly reactivates: boolean };

const newBranches = createRecordset<SyncedBranch>("given", { external_id: "text", name: "text", phone_number: "text" });
const branchUpdates = createRecordset<BranchUpdate>("given", {
  id: "uuid",
  name: "text",
  phone_number: "text",
  reactivates: "boolean",
});

export const insertSyncedBranches = (tx: Tx, rows: readonly SyncedBranch[]) =>
  tx.many<{ id: string }>(sql`
    insert into branches (tenant_id, external_id, name, phone_number)
    select ${tx.tenantId}, given.external_id, given.name, given.phone_number
    from ${newBranches(rows)}
    on conflict do nothing returning id`);

export const updateSyncedBranches = (tx: Tx, rows: readonly BranchUpdate[]) =>
  tx.many<{ id: string }>(sql`
    update branches set name = given.name, phone_number = coalesce(given.phone_number, branches.phone_number),
      active = branches.active or given.reactivates, lock_version = branches.lock_version + 1, updated_at = now()
    from ${branchUpdates(rows)}
    where branches.tenant_id = ${tx.tenantId} and branches.id = given.id returning branches.id`);

export const deactivateBranches = (tx: Tx, ids: readonly string[]) =>
  tx.many<{ id: string }>(sql`
    update branches set active = false, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = any(${ids}::uuid[]) and active returning id`);
