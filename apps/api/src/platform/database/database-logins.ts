import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import type pg from "pg";
import { type DatabaseLogin, withDatabaseLogin } from "./database-address";
import { connectToPrimary } from "./primary";
import { StartupError } from "../process/startup-error";

/**
 * Database role that the product acts as: one sees one tenant at a time, the other what policies open to work across
 * tenants.
 */
export type ServingDatabaseRole = "leitstand_app" | "leitstand_system";

/** The addresses of the database with the logins that the running product uses; migrations alone run as the owner. */
export interface ServingDatabaseUrls {
  /** Login for requests: may act as leitstand_app, and as no other role. */
  readonly app: string;
  /** Login for sign-in, event log, jobs and ingest: may act as leitstand_system. */
  readonly system: string;
}

/**
 * Logins that the product makes for itself. Names and passwords follow from the pepper, which all nodes share: there is
 * no further secret to keep or hand on, and installations on one PostgreSQL do not meet.
 */
export function deriveServingDatabaseUrls(ownerUrl: string, pepper: string): ServingDatabaseUrls {
  return {
    app: withDatabaseLogin(ownerUrl, derivedLogin("leitstand_app", pepper)),
    system: withDatabaseLogin(ownerUrl, derivedLogin("leitstand_system", pepper)),
  };
}

function derivedLogin(role: ServingDatabaseRole, pepper: string): DatabaseLogin {
  const derived = (purpose: string) => createHmac("sha256", pepper).update(`database login: ${purpose}`).digest();
  const installation = derived("installation").toString("hex").slice(0, 8);
  return { name: `${role}_${installation}`, password: derived(`password of ${role}`).toString("base64url") };
}

/** Lock for which nodes that start at once wait. */
const LOGIN_LOCK = 7_206_583_113;

/** Makes the missing logins as the owner. Throws a StartupError when the owner may not create roles. */
export async function createDatabaseLogins(
  ownerUrl: string,
  pepper: string,
  roles: readonly ServingDatabaseRole[],
): Promise<void> {
  if (roles.length === 0) return;
  const owner = await connectToPrimary(ownerUrl, { application_name: "leitstand logins" });
  try {
    await owner.query("begin");
    await owner.query("select pg_advisory_xact_lock($1)", [LOGIN_LOCK]);
    for (const role of roles) await makeLogin(owner, role, derivedLogin(role, pepper));
    await owner.query("commit");
  } catch (error) {
    throw new StartupError(
      `The user of DATABASE_URL cannot make the logins that serve requests: ${(error as Error).message}.`,
      `Let it (alter role ... createrole; grant ${roles.join(", ")} to ... with admin option), or ${databaseLoginInstructions(roles)}`,
    );
  } finally {
    await owner.end();
  }
}

async function makeLogin(owner: pg.Client, role: ServingDatabaseRole, { name, password }: DatabaseLogin) {
  const { rows } = await owner.query<{ is_member: boolean }>(
    "select pg_has_role(oid, $2, 'member') as is_member from pg_roles where rolname = $1",
    [name, role],
  );
  // The login has no rights until it takes on a role: code that forgets to take one on reads nothing.
  if (rows.length === 0)
    await runUtilityStatement(owner, "create role %I login noinherit password %L", [name, scramVerifier(password)]);
  if (!rows[0]?.is_member) await runUtilityStatement(owner, "grant %I to %I", [role, name]);
}

/** A utility statement takes no parameters, so PostgreSQL puts the text together. */
async function runUtilityStatement(owner: pg.Client, pattern: string, values: readonly string[]) {
  const { rows } = await owner.query<{ statement: string }>("select format($1, variadic $2::text[]) as statement", [
    pattern,
    values,
  ]);
  for (const { statement } of rows) await owner.query(statement);
}

/**
 * Verifier that PostgreSQL stores of a password. Made here, because the statement may be written to the server's log.
 */
function scramVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const key = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(key("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${key("Server Key").toString("base64")}`;
}

const variableByRole = { leitstand_app: "DATABASE_APP_URL", leitstand_system: "DATABASE_SYSTEM_URL" } as const;

/** End of an error message that says how to give a role a login of the operator's own. */
export function databaseLoginInstructions(roles: readonly ServingDatabaseRole[]): string {
  const each = roles.map(
    (role) =>
      `name a login in ${variableByRole[role]} (create role NAME login noinherit password '...'; grant ${role} to NAME)`,
  );
  return `${each.join(", and ")}.`;
}
