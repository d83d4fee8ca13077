import type { TestApi } from "../start-api";

/** Grants of the administrator who makes service accounts, as far as their tests need them. */
export const serviceAccountAdminGrants = [
  "createRole",
  "createServiceAccountUser",
  "createServiceAccountToken",
  "getServiceAccountTokens",
  "blacklistToken",
  "updateServiceAccountUser",
] as const;

/** An administrator, and a service account that may list tokens. */
export async function createServiceAccountWithAdministrator(api: TestApi) {
  const boss = await api.bearer({ grants: serviceAccountAdminGrants, roleType: "ADMINISTRATOR" });
  const role = await boss.createRole({
    name: "Partner",
    role_type: "INTEGRATION",
    branch_access: "ALL",
    grants: ["getServiceAccountTokens"],
  });
  const account = await boss.createServiceAccountUser({ name: "Partner", role_associations: [{ role_id: role.id }] });
  return { boss, account, role };
}
