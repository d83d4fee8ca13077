import type { QueryRunner, Tx } from "#platform/database/database";
import { demonstrationTenantKeys } from "./demonstration-keys";
import { deleteDemonstrationTenants, countConnectedServers, selectDemonstrationSize } from "./demonstration-end.sql";

/** Sizes of the demonstration's data, and the number of servers that use the database. */
export const readDemonstrationSize = async (rows: QueryRunner) => ({
  ...(await selectDemonstrationSize(rows, demonstrationTenantKeys)),
  servers: await countConnectedServers(rows),
});

/** Deletes the demonstration's tenants with all their data and accounts; what other tenants have made stays. */
export const deleteDemonstration = (tx: Tx) => deleteDemonstrationTenants(tx, demonstrationTenantKeys);
