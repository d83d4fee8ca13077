import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { checkRoleAssignments } from "#modules/roles/index";
import { insertBranch } from "../../testing/fixtures";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { type ApiSession, startApi } from "../../testing/start-api";

const structureGrants = ["getBranchGroups", "createBranchGroup", "updateBranchGroup"];

describe("rights that a branch group gives", () => {
  const api = startApi();

  /** A planner of the company's structure, a group of Graz, and a role that may be given in it. */
  async function aCompany() {
    const tenant = await api.aTenant();
    const [graz, linz] = [await insertBranch(api.db, tenant.id, "Graz"), await insertBranch(api.db, tenant.id, "Linz")];
    const planner = await api.bearer({ tenant, grants: structureGrants });
    const group = await planner.createBranchGroup({ name: "Styria", type: "COLLECTION", branch_ids: [graz] });
    const role = randomUUID();
    await api.db.system.run(sql`
      insert into roles (tenant_id, id, name, role_type, branch_access, grants)
      values (${tenant.id}, ${role}, 'Dispatcher', 'DISPATCHER', 'BRANCH_COLLECTION', '{exportCase}')`);
    const change = (actor: ApiSession, branch_ids: string[], lock_version = 0) =>
      actor.updateBranchGroup({ id: group.id, lock_version, name: group.name, branch_ids });
    return { tenant, graz, linz, planner, group, role, change };
  }
  type Company = Awaited<ReturnType<typeof aCompany>>;

  const giveRole = ({ tenant, group, role }: Company, { session }: ApiSession) =>
    api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      values (${tenant.id}, ${session.user_id}, ${role}, ${group.id})`);

  it("a caller cannot add a branch to a group whose roles grant more than the caller holds in that branch", async () => {
    const company = await aCompany();
    const { planner, graz, linz, change } = company;
    await giveRole(company, planner);
    api.app.principals.forget();
    const refused = await change(planner, [graz, linz]).catch((refusal) => refusal);
    expect(refused).toMatchObject({ status: 403, code: "BRANCH_ACCESS_DENIED" });
    expect(refused.arg("branch_id")).toBe(linz);
    expect(await change(planner, [graz])).toMatchObject({ branches: [{ id: graz }], lock_version: 1 });
    const chief = await api.bearer({ tenant: company.tenant, grants: [...structureGrants, "exportCase"] });
    expect((await change(chief, [graz, linz], 1)).branches).toHaveLength(2);
  });

  it("a caller cannot remove a branch from a group whose roles grant more than the caller holds", async () => {
    const company = await aCompany();
    const { planner, graz, linz, role, change } = company;
    await change(planner, [graz, linz]);
    await giveRole(company, await api.bearer({ tenant: company.tenant, grants: [] }));
    const refused = await change(planner, [graz], 1).catch((refusal) => refusal);
    expect(refused).toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
    expect(refused.arg("role_id")).toBe(role);
  });

  it("a role that is in an open invite to a branch group counts as held in it until the invite is rejected", async () => {
    const { tenant, planner, graz, linz, group, role, change } = await aCompany();
    await api.db.system.run(sql`
      insert into user_invites (tenant_id, user_id, branch_group_id, role_ids)
      values (${tenant.id}, ${planner.session.user_id}, ${group.id}, ${[role]})`);
    await expect(change(planner, [graz, linz])).rejects.toMatchObject({ code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
    await api.db.system.run(sql`update user_invites set status = 'REJECTED' where tenant_id = ${tenant.id}`);
    expect((await change(planner, [graz, linz])).branches).toHaveLength(2);
  });

  it("a change of a branch group waits for a role that is being given in it, and takes it into account", async () => {
    const company = await aCompany();
    const { tenant, planner, graz, linz, group, role, change } = company;
    const chief = await api.bearer({ tenant, roleType: "ADMINISTRATOR", grants: ["updateUser", "exportCase"] });
    await api.db.system.run(sql`
      update roles set roles_allowed_to_assign = ${[role]}::uuid[] where id = ${chief.session.role_id}`);
    const principal = await api.app.principals.authenticate(chief.session.token);
    const caller = { principal, scope: { all: true, branch_ids: [], driver: null }, field: "role_associations" };
    const widening = await api.db.systemTransaction(tenant.id, async (tx) => {
      await checkRoleAssignments(tx, caller, [{ role_id: role, branch_group_id: group.id }]);
      await tx.run(sql`
        insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
        values (${tenant.id}, ${planner.session.user_id}, ${role}, ${group.id})`);
      return startBlockedWork({ tx, db: api.db.system }, () =>
        change(planner, [graz, linz]).catch((error: unknown) => error),
      );
    });
    expect(await widening.outcome).toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
  });
});
