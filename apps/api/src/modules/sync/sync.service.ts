import type { SyncRun } from "@leitstand/contract/partners/sync";
import type { Principal, Scope } from "#platform/access/principal";
import { scopeReachesTenant } from "#platform/access/scope";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { hasSyncSource, insertSyncRun, selectSyncRuns } from "./sync.sql";

interface SyncRunRequest {
  readonly tenant_short_code: string;
  readonly job: SyncRun["job"];
  readonly dry_run?: boolean | undefined;
}

/** Stores a requested run until a node carries it out. */
export async function requestSyncRun(
  tx: Tx,
  principal: Principal,
  { tenant_short_code, job, dry_run = false }: SyncRunRequest,
) {
  const { tenant_type } = principal;
  if (tenant_short_code !== principal.tenant_short_code) throw problem("RESOURCE_NOT_FOUND", { resource: "tenant" });
  if (!(await hasSyncSource(tx))) throw problem("ACTION_NOT_AVAILABLE", { action: "triggerSync", tenant_type });
  if (!(await insertSyncRun(tx, { job, dry_run }))) throw problem("RESOURCE_IN_USE", { by: "sync_run", count: 1 });
}

export function listSyncRuns(tx: Tx, scope: Scope) {
  if (!scopeReachesTenant(scope)) throw problem("BRANCH_ACCESS_DENIED");
  return selectSyncRuns(tx);
}
