import type pg from "pg";
import { parseCheckedDatabaseAddress } from "./database-address";
import {
  createDatabaseLogins,
  databaseLoginInstructions,
  deriveServingDatabaseUrls,
  type ServingDatabaseRole,
  type ServingDatabaseUrls,
} from "./database-logins";
import { checkConnectionLimits, type ConnectionPoolSizes } from "./pool-sizes";
import { isConnectionThroughPooler } from "./postgres-session";
import { connectToPrimary, errorMessageOf } from "./primary";
import { StartupError } from "../process/startup-error";

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
  await checkServingRoles(ownerUrl);
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

/**
 * Throws a StartupError when a migrated database lacks the roles: a dump was restored without them. To make them now
 * would not help, because PostgreSQL has left away every policy and right that names them.
 */
export async function checkServingRoles(
  ownerUrl: string,
  roles: readonly string[] = ["leitstand_app", "leitstand_system"],
): Promise<void> {
  const owner = await connectToPrimary(ownerUrl, { application_name: "leitstand start" });
  try {
    const { rows } = await owner.query<{ name: string }>(
      "select name from unnest($1::text[]) as name where name not in (select rolname from pg_roles)",
      [roles],
    );
    if (rows.length === 0) return;
    const missing = rows.map(({ name }) => name).join(", ");
    throw new StartupError(
      rows.length === 1
        ? `The role ${missing} is missing: the database was restored without it, and lacks its policies and rights too.`
        : `The roles ${missing} are missing: the database was restored without them, and lacks their policies and rights too.`,
      "Make the roles first, and restore the dump again into an empty database, see docs/operations.md.",
    );
  } finally {
    await owner.end();
  }
}

/** Facts that PostgreSQL tells about the login of a connection. */
interface LoginFacts {
  readonly name: string;
  readonly is_superuser: boolean;
  readonly bypasses_policies: boolean;
  readonly makes_roles: boolean;
  readonly owns_tables: boolean;
  readonly roles: readonly ServingDatabaseRole[];
  /** Whether the address leads to a pooler, whose connections to PostgreSQL are not counted. */
  readonly is_pooled: boolean;
  /** Number of connections allowed to the login; null: no limit but the next. */
  readonly login_limit: number | null;
  readonly database_limit: number | null;
  /** Connections of the server without those reserved for superusers. */
  readonly server_limit: number;
}

/**
 * Signs in as each of the logins and throws a StartupError when one is rejected, or could read what it is not for:
 * policies and the role of a transaction protect nothing from a session that may step out of them.
 */
async function checkDatabaseLogins(
  logins: ServingDatabaseUrls,
): Promise<Record<keyof ServingDatabaseUrls, LoginFacts>> {
  return {
    app: await checkLogin(logins.app, "leitstand_app"),
    system: await checkLogin(logins.system, "leitstand_system"),
  };
}

async function checkLogin(url: string, role: ServingDatabaseRole): Promise<LoginFacts> {
  const facts = await readLoginFacts(url, role);
  const faults = loginFaultsOf(facts, role);
  if (faults.length === 0) return facts;
  throw new StartupError(
    `The database login ${facts.name}, which works as ${role}, ${faults.join(", ")}.`,
    `It may be nothing else: ${databaseLoginInstructions([role])}`,
  );
}

async function readLoginFacts(url: string, role: ServingDatabaseRole): Promise<LoginFacts> {
  let client: pg.Client;
  try {
    client = await connectToPrimary(url, { connectionTimeoutMillis: 10_000, application_name: "leitstand start" });
  } catch (error) {
    const { hosts, database } = parseCheckedDatabaseAddress(url);
    throw new StartupError(
      `The login that works as ${role} cannot sign in to the database ${database} on ${hosts}: ${errorMessageOf(error)}.`,
      `Let it in (pg_hba.conf, the list of users of a connection pooler), or ${databaseLoginInstructions([role])}`,
    );
  }
  try {
    const { rows } = await client.query<LoginFacts & { readonly pid: number }>(LOGIN_FACTS_SQL);
    const facts = rows[0] as LoginFacts & { readonly pid: number };
    return { ...facts, is_pooled: isConnectionThroughPooler(client, facts.pid) };
  } finally {
    await client.end();
  }
}

const LOGIN_FACTS_SQL = `
  select rolname as name, rolsuper as is_superuser, rolbypassrls as bypasses_policies, rolcreaterole as makes_roles,
    exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and pg_has_role(session_user, relowner, 'member')) as owns_tables,
    array(select r.rolname::text from pg_roles r where r.rolname in ('leitstand_app', 'leitstand_system')
      and pg_has_role(session_user, r.oid, 'member')) as roles,
    pg_backend_pid() as pid, nullif(rolconnlimit, -1) as login_limit,
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()) as database_limit,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int as server_limit
  from pg_roles where rolname = session_user`;

function loginFaultsOf(facts: LoginFacts, role: ServingDatabaseRole): string[] {
  if (facts.is_superuser) return ["is a superuser, for whom no policy holds"];
  const told: readonly (readonly [boolean, string])[] = [
    [facts.bypasses_policies, "may bypass row level security"],
    [facts.makes_roles, "may make roles and thereby become any other one"],
    [facts.owns_tables, "owns the tables and may take their policies away"],
    [
      role === "leitstand_app" && facts.roles.includes("leitstand_system"),
      "may act as leitstand_system, which sees all tenants",
    ],
    [!facts.roles.includes(role), `may not act as ${role}`],
  ];
  return told.filter(([isTrue]) => isTrue).map(([, words]) => words);
}
