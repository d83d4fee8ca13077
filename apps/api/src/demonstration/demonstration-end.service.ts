import type { Rows, Tx } from "#platform/database/database";
import { demonstrationKeys } from "./demonstration-keys";
import { deleteShownTenants, selectServers, selectSize } from "./demonstration-end.sql";

/** What there is of the demonstration, and how many servers are at work on it. */
export const weighDemonstration = async (rows: Rows) => ({
  ...(await selectSize(rows, demonstrationKeys)),
  servers: await selectServers(rows),
});

/** Nothing of it is left, nobody of it can sign in. What others have made beside it stays. */
export const endDemonstration = (tx: Tx) => deleteShownTenants(tx, demonstrationKeys);
