import {
  type ServingDatabaseUrls,
  deriveServingDatabaseUrls,
  createDatabaseLogins,
  type ServingDatabaseRole,
} from "./database-logins";
import { checkDatabaseLogins } from "./login-check";
import { checkConnectionLimits, type ConnectionPoolSizes } from "./pool-sizes";

const POOLED_WARNING =
  "The connections for work across tenants lead through a pooler: nodes hear of each other's events some seconds later. " +
  "Let DATABASE_SYSTEM_URL lead to PostgreSQL itself.";

export interface ConfiguredDatabaseLogins {
  /** Database address with the login of the owner of the tables. */
  readonly ownerUrl: string;
  readonly pepper: string;
  /** Database addresses with a login that the operator has made; undefined where the product makes one. */
  readonly databaseAppUrl: string | undefined;
  readonly databaseSystemUrl: string | undefined;
  readonly pools: ConnectionPoolSizes;
  readonly nodes: number;
  /** Called with a sentence about what works less well than it could. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * Opens the logins of the running product on a migrated database, makes those that are not given, and checks their
 * rights.
 */
export async function prepareServingDatabaseUrls(given: ConfiguredDatabaseLogins): Promise<ServingDatabaseUrls> {
  const { ownerUrl, pepper, databaseAppUrl, databaseSystemUrl } = given;
  const own = deriveServingDatabaseUrls(ownerUrl, pepper);
  const missing: ServingDatabaseRole[] = [];
  if (databaseAppUrl === undefined) missing.push("leitstand_app");
  if (databaseSystemUrl === undefined) missing.push("leitstand_system");
  await createDatabaseLogins(ownerUrl, pepper, missing);
  const logins: ServingDatabaseUrls = { app: databaseAppUrl ?? own.app, system: databaseSystemUrl ?? own.system };
  const facts = await checkDatabaseLogins(logins);
  checkConnectionLimits(given, facts);
  if (facts.system.is_pooled) given.onNotice(POOLED_WARNING);
  return logins;
}
