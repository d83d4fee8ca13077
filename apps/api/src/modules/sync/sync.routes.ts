import { syncOperations } from "@leitstand/contract/partners/sync";
import { implement } from "#platform/http/handler";
import { listSyncRuns, requestSyncRun } from "./sync.service";

export const syncRoutes = implement(syncOperations, {
  triggerSync: ({ tx, principal, params, query }) => requestSyncRun(tx, principal, { ...params, ...query }),
  getSyncRuns: ({ tx, scope }) => listSyncRuns(tx, scope),
});
