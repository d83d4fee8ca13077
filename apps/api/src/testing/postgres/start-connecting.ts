/** Databases with any logins and sessions, and tenants with a branch that one tenant may read and another may not. */
import { randomUUID } from "node:crypto";
import { afterAll } from "vitest";
import { Database } from "#platform/database/database";
import type { ServingDatabaseUrls } from "#platform/database/database-logins";
import { connectionPoolSizesFor } from "#platform/database/pool-sizes";
import type { PgSessionSetup } from "#platform/database/postgres-session";
import { sql } from "#platform/database/sql";
import { insertTenant } from "../fixtures";
import { testDatabaseTimeouts } from "../start-node";
import type { TestApi } from "../start-api";

const pooledDatabaseOptions = {
  pools: connectionPoolSizesFor(4),
  onError: () => undefined,
  name: "test pooled",
  ...testDatabaseTimeouts,
};

interface ConnectionHelpers {
  readonly DatabaseClass?: typeof Database;
  readonly statementTimeoutMs?: number;
}

export function setUpDatabaseConnections(api: TestApi) {
  const open: Database[] = [];
  afterAll(async () => {
    for (const db of open) await db.close();
  });
  return {
    connect(logins: ServingDatabaseUrls, { DatabaseClass = Database, ...limits }: ConnectionHelpers = {}): Database {
      const db = new DatabaseClass({ logins, ...pooledDatabaseOptions, ...limits });
      open.push(db);
      return db;
    },
    /** Logins that are not bound by any policy, as an old installation may have them. */
    mighty: (): ServingDatabaseUrls => ({ app: api.databaseUrl, system: api.databaseUrl }),
    async aTenantWithBranch() {
      const { id: tenantId } = await insertTenant(api.db, "FUNERAL");
      const branch = randomUUID();
      await api.db.transaction(tenantId, (tx) =>
        tx.run(sql`insert into branches (id, name) values (${branch}, 'North')`),
      );
      return { tenantId, branch };
    },
  };
}

export const createDatabaseSubclass = (Kind: typeof PgSessionSetup) =>
  class extends Database {
    protected override kindOf(...given: ConstructorParameters<typeof PgSessionSetup>) {
      return new Kind(...given);
    }
  };
