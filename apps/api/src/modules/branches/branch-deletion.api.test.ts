import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Sql, sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const branchNotFound = { status: 404, code: "RESOURCE_NOT_FOUND" };

describe("deleting branches", () => {
  const api = startApi();

  it("deleting a branch deletes the branch groups that contain only it, and removes it from larger ones", async () => {
    const boss = await api.signIn("getBranches", "deleteBranch", "getBranchGroups", "updateBranchGroup");
    const { id: tenant } = boss.session.tenant;
    const [graz, linz] = [await insertBranch(api.db, tenant, "Graz"), await insertBranch(api.db, tenant, "Linz")];
    await insertBranchGroup(api.db, tenant, [graz]);
    const both = await insertBranchGroup(api.db, tenant, [graz, linz]);
    await boss.deleteBranch({ id: graz });
    expect((await boss.getBranches()).map(({ id }) => id)).toEqual([linz]);
    expect(await boss.getBranchGroups()).toMatchObject([{ id: both, lock_version: 1, branches: [{ id: linz }] }]);
    await expect(boss.deleteBranch({ id: graz })).rejects.toMatchObject(branchNotFound);
  });

  interface Place {
    readonly tenant: string;
    readonly branch: string;
    readonly group: string;
    readonly user: string;
    readonly role: string;
  }
  const aVehicle = ({ tenant, branch }: Place): Sql => sql`
    insert into vehicles (tenant_id, license_plate, description, active, capacity, branch_id) values (${tenant}, 'G 1', '', false, 0, ${branch})`;
  const uses: readonly [string, (place: Place) => Sql][] = [
    [
      "case",
      ({ tenant, branch }) => sql`
        insert into cases (tenant_id, natural_id, data_type, branch_id, state, approved, funeral_data) values (${tenant}, ${randomUUID()}, 'FUNERAL', ${branch}, 'CREATED', true, '{}')`,
    ],
    [
      "tour",
      ({ tenant, branch }) => sql`
        insert into tours (tenant_id, natural_id, branch_id, status) values (${tenant}, ${randomUUID()}, ${branch}, 'FINISHED')`,
    ],
    ["vehicle", aVehicle],
    [
      "device",
      ({ tenant, branch }) => sql`
        with phone as (insert into devices (tenant_id, natural_id, phone_number) values (${tenant}, ${randomUUID()}, '+436641234567') returning id)
        insert into device_active_states (tenant_id, device_id, branch_id, active) select ${tenant}, phone.id, ${branch}, false from phone`,
    ],
    [
      "critical_message",
      ({ tenant, branch }) => sql`
        insert into critical_messages (tenant_id, kind, title, branch_id) values (${tenant}, 'DESK', 'Note', ${branch})`,
    ],
    [
      "area",
      ({ tenant, branch }) => sql`
        insert into areas (tenant_id, title, zip_ranges, branch_id) values (${tenant}, 'Graz', '[]', ${branch})`,
    ],
    [
      "role_associations",
      ({ tenant, user, role, group }) => sql`
        insert into role_associations (tenant_id, user_id, role_id, branch_group_id) values (${tenant}, ${user}, ${role}, ${group})`,
    ],
    [
      "user_invite",
      ({ tenant, user, role, group }) => sql`
        insert into user_invites (tenant_id, user_id, branch_group_id, role_ids, status) values (${tenant}, ${user}, ${group}, array[${role}::uuid], 'REJECTED')`,
    ],
  ];

  it.each(uses)("a branch with a %s cannot be deleted, and keeps all of its data", async (by, use) => {
    const boss = await api.signIn("getBranches", "deleteBranch", "getBranchGroups");
    const { tenant, user_id, role_id } = boss.session;
    const branch = await insertBranch(api.db, tenant.id);
    const group = await insertBranchGroup(api.db, tenant.id, [branch]);
    const place = { tenant: tenant.id, branch, group, user: user_id as string, role: role_id };
    await api.db.systemTransaction(tenant.id, (tx) => tx.run(use(place)));
    await expect(boss.deleteBranch({ id: branch })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_IN_USE",
      args: [
        { key: "by", value: by, type: "enum" },
        { key: "count", value: "1", type: "int" },
      ],
    });
    expect(await boss.getBranchGroups()).toMatchObject([{ id: group, branches: [{ id: branch }] }]);
  });

  it("when a branch is deleted while a vehicle is added to it, exactly one of the two requests succeeds", async () => {
    const boss = await api.signIn("deleteBranch", "createVehicle");
    const branches = await Promise.all(Array.from({ length: 16 }, () => insertBranch(api.db, boss.session.tenant.id)));
    const outcomes = await Promise.all(
      branches.map(async (id, index) => {
        const draft = { license_plate: `G ${index}`, description: "", active: true, capacity: 1, branch_id: id };
        const results = await Promise.allSettled([boss.deleteBranch({ id }), boss.createVehicle(draft)]);
        return new Set(results.map((result) => (result.status === "fulfilled" ? "done" : result.reason.code)));
      }),
    );
    for (const outcome of outcomes) {
      const [refused] = [...outcome].filter((word) => word !== "done");
      expect(outcome).toEqual(new Set(["done", refused]));
      expect(["RESOURCE_IN_USE", "REFERENCE_NOT_FOUND"]).toContain(refused);
    }
  });

  it("a branch can be deleted only by callers whose grant applies to the whole tenant", async () => {
    const { tenant } = (await api.signIn()).session;
    const branch = await insertBranch(api.db, tenant.id);
    const local = await api.bearer({ tenant, grants: ["deleteBranch"], branchIds: [branch] });
    await expect(local.deleteBranch({ id: branch })).rejects.toMatchObject({
      status: 403,
      code: "BRANCH_ACCESS_DENIED",
    });
    await expect((await api.signIn("deleteBranch")).deleteBranch({ id: branch })).rejects.toMatchObject(branchNotFound);
  });
});
