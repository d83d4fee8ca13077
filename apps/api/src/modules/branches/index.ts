/** What an import asks of branches, and what a source outside says about them. */
export { listBranchGroupNames, selectBranchesByKeys } from "./branch-keys.sql";
export { changeBranch, createBranch, listBranches } from "./branches.service";
export { deactivateBranches, insertSyncedBranches, updateSyncedBranches } from "./synced-branches.sql";
