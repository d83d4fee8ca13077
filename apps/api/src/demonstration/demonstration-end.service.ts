import type { Rows, Tx } from "#platform/database/database";
import { demonstrationKeys } from "./demonstration-keys";
import { deleteShownTenants, selectServers, selectSize } from "./demonstration-end.sql";

/** Sizes of the demonstration's data, and the number of servers that use the database. */
export const weighDemonstration = async (rows: Rows) => ({
  ...(await selectSize(rows, demonstrationKeys)),
  servers: await selectServers(rows),
});

/** Deletes the demonstration's tenants with all their data and accounts; what other tenants have made stays. */
export const endDemonstration = (tx: Tx) => deleteShownTenants(tx, demonstrationKeys);
