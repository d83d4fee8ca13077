import { syncOperations } from "@leitstand/contract/partners/sync";
import { implementOperations } from "#platform/http/handler";
import { listSyncRuns, requestSyncRun } from "./sync.service";

export const syncRoutes = implementOperations(syncOperations, {
  triggerSync: ({ tx, principal, params, query }) => requestSyncRun(tx, principal, { ...params, ...query }),
  getSyncRuns: ({ tx, scope }) => listSyncRuns(tx, scope),
});
