import { grantNames } from "@leitstand/contract/operation/grants";
import type { RoleCreateRequest } from "@leitstand/contract/people/roles";
import type { Static } from "@leitstand/contract/core/schema";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";

type RoleDraft = Required<Static<typeof RoleCreateRequest>>;
const roleDraft = (overrides: object = {}): RoleDraft => ({
  name: `Role ${crypto.randomUUID()}`,
  role_type: "DISPATCHER",
  branch_access: "ALL",
  grants: ["getRoles"],
  roles_allowed_to_assign: [],
  ...overrides,
});
const assignmentNotAllowed = { status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" };
const branchAccessDenied = { status: 403, code: "BRANCH_ACCESS_DENIED" };
const grants = ["getRoles", "createRole", "updateRole"] as const;

describe("roles", () => {
  const api = startApi();
  const administrator = (overrides: object = {}) => api.bearer({ roleType: "ADMINISTRATOR", grants, ...overrides });
  const ownRole = async (session: ApiSession) =>
    (await session.getRoles()).find(({ id }) => id === session.session.role_id);

  it("roles are listed by name, and can be filtered by branch access", async () => {
    const boss = await administrator();
    await boss.createRole(roleDraft({ name: "B", branch_access: "BRANCH_SINGLE" }));
    await boss.createRole(roleDraft({ name: "A" }));
    expect((await boss.getRoles()).map(({ name }) => name).slice(0, 2)).toEqual(["A", "B"]);
    expect(await boss.getRoles({ branch_access: "BRANCH_SINGLE" })).toMatchObject([{ name: "B", lock_version: 0 }]);
    await expect(boss.createRole(roleDraft({ name: "A" }))).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
    });
  });

  it("a new role can be assigned by users with the role of its creator", async () => {
    const boss = await administrator();
    const { id } = await boss.createRole(roleDraft());
    expect(await ownRole(boss)).toMatchObject({ roles_allowed_to_assign: [id], lock_version: 1 });
  });

  it("a new role can have only grants that its creator holds", async () => {
    const boss = await administrator();
    await expect(boss.createRole(roleDraft({ grants: ["getRoles", "deleteUser"] }))).rejects.toMatchObject(
      assignmentNotAllowed,
    );
    const { id, lock_version } = await boss.createRole(roleDraft());
    const growing = boss.updateRole({ ...roleDraft({ grants: ["getRoles", "deleteUser"] }), id, lock_version });
    await expect(growing).rejects.toMatchObject({
      ...assignmentNotAllowed,
      args: [expect.objectContaining({ key: "role_id", value: id })],
    });
  });

  it("removing a grant from a role requires that the caller holds it", async () => {
    const boss = await administrator({ grants: [...grants, "deleteUser"] });
    const { id, lock_version } = await boss.createRole(roleDraft({ grants: ["deleteUser"] }));
    const { tenant } = boss.session;
    const lesser = await administrator({ tenant });
    await api.db.system.run(sql`update roles set roles_allowed_to_assign = array[${id}::uuid]
      where tenant_id = ${tenant.id} and id = ${lesser.session.role_id}`);
    const stripping = lesser.updateRole({ ...roleDraft({ grants: [] }), id, lock_version });
    await expect(stripping).rejects.toMatchObject(assignmentNotAllowed);
  });

  it("a role can be changed only by users who may assign it, and then cannot get further roles to assign", async () => {
    const boss = await administrator();
    const { id, lock_version } = await boss.createRole(roleDraft());
    const foreign = (await administrator({ tenant: boss.session.tenant })).session.role_id;
    const handing = boss.updateRole({ ...roleDraft({ roles_allowed_to_assign: [foreign] }), id, lock_version });
    await expect(handing).rejects.toMatchObject(assignmentNotAllowed);
    const stranger = await administrator({ tenant: boss.session.tenant });
    await expect(stranger.updateRole({ ...roleDraft(), id, lock_version })).rejects.toMatchObject(assignmentNotAllowed);
    const unknown = boss.createRole(roleDraft({ roles_allowed_to_assign: [crypto.randomUUID()] }));
    await expect(unknown).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("a caller whose role is limited to some branches cannot create roles", async () => {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const local = await administrator({ tenant, branchIds: [branch] });
    await expect(local.createRole(roleDraft())).rejects.toMatchObject(branchAccessDenied);
    const driver = roleDraft({ role_type: "DRIVER", branch_access: "BRANCH_SINGLE" });
    await expect(local.createRole(driver)).rejects.toMatchObject(branchAccessDenied);
    const single = roleDraft({ branch_access: "BRANCH_SINGLE" });
    await expect(local.createRole(single)).rejects.toMatchObject(branchAccessDenied);
  });

  it("adding a grant to a role requires that the caller holds it in all branches where users have the role", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const held = (await api.bearer({ tenant, grants: ["getRoles"], branchIds: [south] })).session.role_id;
    const local = await administrator({ tenant, grants: ["getRoles", "updateRole"] });
    const northern = (await api.bearer({ tenant, grants: ["createRole"], branchIds: [north] })).session.role_id;
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      values (${tenant.id}, ${local.session.user_id}, ${northern}, ${await insertBranchGroup(api.db, tenant.id, [north])})`);
    await api.db.system.run(sql`update roles set roles_allowed_to_assign = array[${held}::uuid]
      where tenant_id = ${tenant.id} and id = ${local.session.role_id}`);
    const overrides = roleDraft({ branch_access: "BRANCH_SINGLE", grants: ["getRoles", "createRole"] });
    await expect(local.updateRole({ ...overrides, id: held, lock_version: 0 })).rejects.toMatchObject(
      branchAccessDenied,
    );
    const renaming = local.updateRole({ ...overrides, grants: ["getRoles"], id: held, lock_version: 0 });
    await expect(renaming).resolves.toMatchObject({ lock_version: 1 });
  });

  it("the branch access of a role cannot be changed while users have the role", async () => {
    const boss = await administrator();
    const role = await boss.createRole(roleDraft());
    const { tenant, user_id } = boss.session;
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id) values (${tenant.id}, ${user_id}, ${role.id})`);
    const moving = boss.updateRole({ ...roleDraft({ branch_access: "BRANCH_SINGLE" }), ...idAndVersionOf(role) });
    await expect(moving).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    await expect(
      boss.updateRole({ ...roleDraft({ name: "Renamed" }), ...idAndVersionOf(role) }),
    ).resolves.toMatchObject({
      name: "Renamed",
      lock_version: 1,
    });
    const stale = boss.updateRole({ ...roleDraft(), ...idAndVersionOf(role) });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
  });

  it("a changed role takes effect at once for all users who have it, on every node", async () => {
    const boss = await administrator();
    await boss.createRole(roleDraft());
    const [event] = await api.db.system.many<{ type: string; payload: object }>(sql`
      select type, payload from events where tenant_id = ${boss.session.tenant.id} and internal`);
    expect(event).toEqual({ type: "principals changed", payload: { tenant_id: boss.session.tenant.id } });
  });

  it("a role of another tenant is not found", async () => {
    const { id, lock_version } = await (await administrator()).createRole(roleDraft());
    const stranger = await administrator();
    await expect(stranger.updateRole({ ...roleDraft(), id, lock_version })).rejects.toMatchObject({
      status: 404,
      code: "RESOURCE_NOT_FOUND",
    });
    expect(await stranger.getRoles()).toHaveLength(1);
  });

  it.each([
    ["a grant that does not exist", { grants: ["becomeRoot"] }],
    ["a grant twice", { grants: ["getRoles", "getRoles"] }],
    ["an unknown type", { role_type: "BOSS" }],
    ["no name", { name: "" }],
  ])("a role with %s is refused", async (_title, overrides) => {
    const boss = await administrator();
    const wrong = roleDraft(overrides);
    await expect(boss.createRole(wrong)).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it("listing, creating and changing roles answer 403 without their grants", async () => {
    const withoutGrant = await api.signIn("getCases");
    const missing = { status: 403, code: "AUTH_GRANT_MISSING" };
    await expect(withoutGrant.getRoles()).rejects.toMatchObject(missing);
    await expect(withoutGrant.createRole(roleDraft())).rejects.toMatchObject(missing);
    await expect(
      withoutGrant.updateRole({ ...roleDraft(), id: crypto.randomUUID(), lock_version: 0 }),
    ).rejects.toMatchObject(missing);
  });
});

describe("grants", () => {
  const api = startApi();

  it("grants are listed with the operations that they permit", async () => {
    const list = await (await api.signIn("getGrants")).getGrants();
    expect(list.map(({ grant }) => grant)).toEqual(grantNames);
    const areas = list.find(({ grant }) => grant === "getAreas");
    expect(areas?.operations).toContainEqual({ id: "getArea", summary: "Get an area", tag: "areas" });
    expect(list.find(({ grant }) => grant === "changeOwnPassword")?.token_kinds).not.toContain("DEVICE");
  });

  it("listing grants answers 403 without the grant", async () => {
    await expect((await api.signIn()).getGrants()).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
  });
});

const idAndVersionOf = ({ id, lock_version }: { id: string; lock_version: number }) => ({ id, lock_version });
