/** Exports of the branches module for imports and for syncs with outside sources. */
export { listBranchGroupNames, selectBranchesByKeys } from "./branch-keys.sql";
export { changeBranch, createBranch, listBranches } from "./branches.service";
export { deactivateBranches, insertSyncedBranches, updateSyncedBranches } from "./synced-branches.sql";
