import { randomUUID } from "node:crypto";
import { makeSetPasswordLink } from "#modules/auth/index";
import type { Database, Tx } from "#platform/database/database";
import type { SharedServices } from "#platform/http/handler";
import { createRandomSecret } from "#platform/access/secrets";
import { insertAdministratorRole } from "#modules/roles/index";
import { giveRoleAndUnblock, insertUserWithRole } from "#modules/accounts/index";
import { findActiveTenant, findAdministratorRole, findPersonByEmail, findPlatformTenant } from "./platform.sql";
import { tenantDefaults } from "./tenant";
import { administratorGrants } from "./tenants.service";
import { insertTenant, selectTenant } from "./tenants.sql";

/** Services for commands of the installation, which run beside the server. */
export type InstallationCommandServices = Pick<SharedServices, "db" | "clock" | "pepper" | "publicUrl">;

const PLATFORM_TENANT_DRAFT = {
  ...tenantDefaults,
  name: "Platform",
  short_code: "platform",
  type: "PLATFORM",
} as const;

/** Runs work in the tenant of the platform's operators, or in the one that is to become it. */
export async function runInPlatformTenant<T>(
  { db }: { db: Database },
  { ignoredKeys = [] }: { ignoredKeys?: readonly string[] },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const platform = await findPlatformTenant(db.system, ignoredKeys);
  return db.systemTransaction(platform?.id ?? randomUUID(), work);
}

/**
 * Makes a person an administrator of the platform, also one who is known there without the role or blocked, and creates
 * the platform's tenant where there is none yet. Returns the link by which that person sets a password.
 */
export async function appointPlatformAdministrator(
  tx: Tx,
  services: InstallationCommandServices,
  email: string,
): Promise<string> {
  if (!(await selectTenant(tx, tx.tenantId))) await insertTenant(tx, PLATFORM_TENANT_DRAFT, createRandomSecret());
  const { id: role_id } =
    (await findAdministratorRole(tx)) ??
    (await insertAdministratorRole(tx, { name: "Administrator", grants: administratorGrants("PLATFORM") }));
  const known = await findPersonByEmail(tx, email);
  if (known) {
    await giveRoleAndUnblock(tx, { id: known.id, role_id });
    return makeSetPasswordLink(tx, services, known);
  }
  const draft = { email, firstname: "", lastname: "Administrator", role_id };
  return makeSetPasswordLink(tx, services, { ...draft, ...(await insertUserWithRole(tx, draft)) });
}

/**
 * Makes the link by which a person whom no mail reaches sets a password; undefined when no user of the tenant has this
 * address, and BLOCKED for a person whom no password would let in.
 */
export async function createPasswordLinkForPerson(
  services: InstallationCommandServices,
  { short_code, email }: { short_code: string; email: string },
): Promise<{ readonly link: string } | "BLOCKED" | undefined> {
  const tenant = await findActiveTenant(services.db.system, short_code);
  if (!tenant) return undefined;
  return services.db.systemTransaction(tenant.id, async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) return undefined;
    return person.blocked ? "BLOCKED" : { link: await makeSetPasswordLink(tx, services, person) };
  });
}
