import { syncOperations } from "@leitstand/contract/partners/sync";
import { implement } from "#platform/http/handler";
import { listRuns, requestRun } from "./sync.service";

export const syncRoutes = implement(syncOperations, {
  triggerSync: ({ tx, principal, params, query }) => requestRun(tx, principal, { ...params, ...query }),
  getSyncRuns: ({ tx, scope }) => listRuns(tx, scope),
});
