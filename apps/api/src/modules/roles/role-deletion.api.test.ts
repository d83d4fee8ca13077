import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { startBlockedWork } from "../../testing/races/blocked-work";
import { type ApiSession, startApi } from "../../testing/start-api";

const grants = ["getRoles", "createRole", "updateRole", "deleteRole"];
const roleInUse = (by: string) => ({
  status: 409,
  code: "RESOURCE_IN_USE",
  args: [
    { key: "by", value: by, type: "enum" },
    { key: "count", value: "1", type: "int" },
  ],
});

describe("deleting roles", () => {
  const api = startApi();

  const administrator = (overrides: object = {}) => api.bearer({ roleType: "ADMINISTRATOR", grants, ...overrides });
  const aRole = (boss: ApiSession, overrides: object = {}) =>
    boss.createRole({
      name: `Role ${randomUUID()}`,
      role_type: "DISPATCHER",
      branch_access: "ALL",
      grants: ["getRoles"],
      ...overrides,
    });
  const namesOf = async (boss: ApiSession) => (await boss.getRoles()).map(({ id }) => id);

  it("a role that no user has can be deleted, also from the lists of roles that may assign it", async () => {
    const boss = await administrator();
    const role = await aRole(boss);
    const kept = await aRole(boss);
    await boss.deleteRole({ id: role.id.toUpperCase() });
    const own = (await boss.getRoles()).find(({ id }) => id === boss.session.role_id);
    expect(own).toMatchObject({ roles_allowed_to_assign: [kept.id], lock_version: 3 });
    expect(await namesOf(boss)).not.toContain(role.id);
    await expect(boss.deleteRole({ id: role.id })).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });

  it("a role that a user has or is invited to cannot be deleted", async () => {
    const boss = await administrator();
    const { tenant, user_id } = boss.session;
    const held = await aRole(boss);
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id) values (${tenant.id}, ${user_id}, ${held.id})`);
    await expect(boss.deleteRole({ id: held.id })).rejects.toMatchObject(roleInUse("role_associations"));
    const promised = await aRole(boss, { branch_access: "BRANCH_SINGLE" });
    const group = await insertBranchGroup(api.db, tenant.id, [await insertBranch(api.db, tenant.id)]);
    await api.db.system.run(sql`
      insert into user_invites (tenant_id, user_id, branch_group_id, role_ids)
      values (${tenant.id}, ${user_id}, ${group}, array[${promised.id}::uuid])`);
    await expect(boss.deleteRole({ id: promised.id })).rejects.toMatchObject(roleInUse("role_associations"));
    await api.db.system.run(sql`update user_invites set status = 'REJECTED' where branch_group_id = ${group}`);
    await boss.deleteRole({ id: promised.id });
    expect(await namesOf(boss)).toContain(held.id);
  });

  it("deleting a role requires the right to assign it and all of its grants", async () => {
    const boss = await administrator({ grants: [...grants, "deleteUser"] });
    const { tenant } = boss.session;
    const role = await aRole(boss, { grants: ["deleteUser"] });
    const notAssignable = { status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" };
    const lesser = await administrator({ tenant });
    await expect(lesser.deleteRole({ id: role.id })).rejects.toMatchObject(notAssignable);
    await api.db.system.run(sql`update roles set roles_allowed_to_assign = array[${role.id}::uuid]
      where tenant_id = ${tenant.id} and id = ${lesser.session.role_id}`);
    await expect(lesser.deleteRole({ id: role.id })).rejects.toMatchObject(notAssignable);
    await boss.deleteRole({ id: role.id });
  });

  /**
   * An administrator, and two more roles that alone may change roles. Nothing is announced, so the node still knows
   * which users may delete them.
   */
  async function lastTwo() {
    const boss = await administrator();
    const { tenant, role_id } = boss.session;
    const makers = [randomUUID(), randomUUID()] as const;
    await api.db.system.run(sql`
      insert into roles (tenant_id, id, name, role_type, branch_access, grants)
      select ${tenant.id}, id, id::text, 'ADMINISTRATOR', 'ALL', array['updateRole'] from unnest(${makers}::uuid[]) as made (id)`);
    await api.db.system.run(sql`update roles set roles_allowed_to_assign = ${makers}::uuid[] where id = ${role_id}`);
    await boss.getRoles();
    await api.db.system.run(sql`update roles set grants = array_remove(grants, 'updateRole') where id = ${role_id}`);
    return { boss, makers };
  }

  it("the last role that may change roles cannot be deleted, even when the last two are deleted at the same moment", async () => {
    const { boss, makers } = await lastTwo();
    const deletions = makers.map((id) => boss.deleteRole({ id }));
    const results = await Promise.allSettled(deletions);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: roleInUse("tenant") });
  });

  it("deleting a role waits for a concurrent deletion and takes its result into account", async () => {
    const { boss, makers } = await lastTwo();
    const [kept, going] = makers;
    const deletion = await api.db.systemTransaction(boss.session.tenant.id, async (tx) => {
      await tx.run(sql`delete from roles where tenant_id = ${tx.tenantId} and id = ${going}`);
      return startBlockedWork({ tx, db: api.db.system }, () =>
        boss.deleteRole({ id: kept }).catch((error: unknown) => error),
      );
    });
    expect(await deletion.outcome).toMatchObject(roleInUse("tenant"));
    expect(await namesOf(boss)).toContain(kept);
  });

  it("the last driver role cannot be deleted while there are phones, which can have no other role", async () => {
    const boss = await administrator();
    const { tenant } = boss.session;
    const phone = await api.bearer({ tenant, kind: "DEVICE", grants: [] });
    const { role_id } = phone.session;
    const driving = await aRole(boss, { role_type: "DRIVER" });
    await api.db.system.run(sql`
      update roles set roles_allowed_to_assign = roles_allowed_to_assign || ${role_id}::uuid where id = ${boss.session.role_id}`);
    await boss.deleteRole({ id: role_id });
    await expect(boss.deleteRole({ id: driving.id })).rejects.toMatchObject(roleInUse("device"));
    await api.db.system.run(sql`update devices set disabled = true where tenant_id = ${tenant.id}`);
    await boss.deleteRole({ id: driving.id });
  });

  it("a role of another tenant cannot be deleted", async () => {
    const role = await aRole(await administrator());
    const stranger = await administrator();
    await expect(stranger.deleteRole({ id: role.id })).rejects.toMatchObject({
      status: 404,
      code: "RESOURCE_NOT_FOUND",
    });
  });
});
