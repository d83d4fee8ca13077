import type { Rows, Tx } from "#platform/database/database";
import { demonstrationKeys } from "./demonstration-keys";
import { deleteDemonstrationTenants, countConnectedServers, selectDemonstrationSize } from "./demonstration-end.sql";

/** Sizes of the demonstration's data, and the number of servers that use the database. */
export const measureDemonstration = async (rows: Rows) => ({
  ...(await selectDemonstrationSize(rows, demonstrationKeys)),
  servers: await countConnectedServers(rows),
});

/** Deletes the demonstration's tenants with all their data and accounts; what other tenants have made stays. */
export const endDemonstration = (tx: Tx) => deleteDemonstrationTenants(tx, demonstrationKeys);
