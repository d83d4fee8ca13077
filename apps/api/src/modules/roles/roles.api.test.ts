import { grantNames } from "@leitstand/contract/operation/grants";
import type { RoleCreateRequest } from "@leitstand/contract/people/roles";
import type { Static } from "@leitstand/contract/core/schema";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { type Session, startApi } from "../../testing/start-api";

type RoleDraft = Required<Static<typeof RoleCreateRequest>>;
const aRole = (overrides: object = {}): RoleDraft => ({
  name: `Role ${crypto.randomUUID()}`,
  role_type: "DISPATCHER",
  branch_access: "ALL",
  grants: ["getRoles"],
  roles_allowed_to_assign: [],
  ...overrides,
});
const notAssignable = { status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" };
const outOfReach = { status: 403, code: "BRANCH_ACCESS_DENIED" };
const grants = ["getRoles", "createRole", "updateRole"] as const;

describe("roles", () => {
  const api = startApi();
  const administrator = (overrides: object = {}) => api.bearer({ roleType: "ADMINISTRATOR", grants, ...overrides });
  const ownRole = async (session: Session) =>
    (await session.getRoles()).find(({ id }) => id === session.session.role_id);

  it("roles are listed by name, all or those with one branch access", async () => {
    const boss = await administrator();
    await boss.createRole(aRole({ name: "B", branch_access: "BRANCH_SINGLE" }));
    await boss.createRole(aRole({ name: "A" }));
    expect((await boss.getRoles()).map(({ name }) => name).slice(0, 2)).toEqual(["A", "B"]);
    expect(await boss.getRoles({ branch_access: "BRANCH_SINGLE" })).toMatchObject([{ name: "B", lock_version: 0 }]);
    await expect(boss.createRole(aRole({ name: "A" }))).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
    });
  });

  it("a new role may be assigned by the role of its creator", async () => {
    const boss = await administrator();
    const { id } = await boss.createRole(aRole());
    expect(await ownRole(boss)).toMatchObject({ roles_allowed_to_assign: [id], lock_version: 1 });
  });

  it("a role grants only what its creator holds", async () => {
    const boss = await administrator();
    await expect(boss.createRole(aRole({ grants: ["getRoles", "deleteUser"] }))).rejects.toMatchObject(notAssignable);
    const { id, lock_version } = await boss.createRole(aRole());
    const growing = boss.updateRole({ ...aRole({ grants: ["getRoles", "deleteUser"] }), id, lock_version });
    await expect(growing).rejects.toMatchObject({
      ...notAssignable,
      args: [expect.objectContaining({ key: "role_id", value: id })],
    });
  });

  it("removing a grant from a role requires holding it", async () => {
    const boss = await administrator({ grants: [...grants, "deleteUser"] });
    const { id, lock_version } = await boss.createRole(aRole({ grants: ["deleteUser"] }));
    const { tenant } = boss.session;
    const lesser = await administrator({ tenant });
    await api.db.system.run(sql`update roles set roles_allowed_to_assign = array[${id}::uuid]
      where tenant_id = ${tenant.id} and id = ${lesser.session.role_id}`);
    const stripping = lesser.updateRole({ ...aRole({ grants: [] }), id, lock_version });
    await expect(stripping).rejects.toMatchObject(notAssignable);
  });

  it("a role is changed only by users who may assign it, and gets no further roles to assign", async () => {
    const boss = await administrator();
    const { id, lock_version } = await boss.createRole(aRole());
    const foreign = (await administrator({ tenant: boss.session.tenant })).session.role_id;
    const handing = boss.updateRole({ ...aRole({ roles_allowed_to_assign: [foreign] }), id, lock_version });
    await expect(handing).rejects.toMatchObject(notAssignable);
    const stranger = await administrator({ tenant: boss.session.tenant });
    await expect(stranger.updateRole({ ...aRole(), id, lock_version })).rejects.toMatchObject(notAssignable);
    const unknown = boss.createRole(aRole({ roles_allowed_to_assign: [crypto.randomUUID()] }));
    await expect(unknown).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("a caller who acts for some branches cannot create roles", async () => {
    const tenant = await api.aTenant();
    const branch = await insertBranch(api.db, tenant.id);
    const local = await administrator({ tenant, branchIds: [branch] });
    await expect(local.createRole(aRole())).rejects.toMatchObject(outOfReach);
    const driver = aRole({ role_type: "DRIVER", branch_access: "BRANCH_SINGLE" });
    await expect(local.createRole(driver)).rejects.toMatchObject(outOfReach);
    const single = aRole({ branch_access: "BRANCH_SINGLE" });
    await expect(local.createRole(single)).rejects.toMatchObject(outOfReach);
  });

  it("adding a grant to a role requires holding it wherever the role is held", async () => {
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
    const overrides = aRole({ branch_access: "BRANCH_SINGLE", grants: ["getRoles", "createRole"] });
    await expect(local.updateRole({ ...overrides, id: held, lock_version: 0 })).rejects.toMatchObject(outOfReach);
    const renaming = local.updateRole({ ...overrides, grants: ["getRoles"], id: held, lock_version: 0 });
    await expect(renaming).resolves.toMatchObject({ lock_version: 1 });
  });

  it("a role keeps its branch access while users hold it", async () => {
    const boss = await administrator();
    const role = await boss.createRole(aRole());
    const { tenant, user_id } = boss.session;
    await api.db.system.run(sql`
      insert into role_associations (tenant_id, user_id, role_id) values (${tenant.id}, ${user_id}, ${role.id})`);
    const moving = boss.updateRole({ ...aRole({ branch_access: "BRANCH_SINGLE" }), ...pick(role) });
    await expect(moving).rejects.toMatchObject({ status: 409, code: "RESOURCE_IN_USE" });
    await expect(boss.updateRole({ ...aRole({ name: "Renamed" }), ...pick(role) })).resolves.toMatchObject({
      name: "Renamed",
      lock_version: 1,
    });
    const stale = boss.updateRole({ ...aRole(), ...pick(role) });
    await expect(stale).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
  });

  it("a changed role takes effect at once for all its holders, on every node", async () => {
    const boss = await administrator();
    await boss.createRole(aRole());
    const [event] = await api.db.system.many<{ type: string; payload: object }>(sql`
      select type, payload from events where tenant_id = ${boss.session.tenant.id} and internal`);
    expect(event).toEqual({ type: "principals changed", payload: { tenant_id: boss.session.tenant.id } });
  });

  it("a role of another tenant is not found", async () => {
    const { id, lock_version } = await (await administrator()).createRole(aRole());
    const stranger = await administrator();
    await expect(stranger.updateRole({ ...aRole(), id, lock_version })).rejects.toMatchObject({
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
  ])("a role is refused with %s", async (_title, overrides) => {
    const boss = await administrator();
    const wrong = aRole(overrides);
    await expect(boss.createRole(wrong)).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it("listing, creating and changing roles answer 403 without their grants", async () => {
    const withoutGrant = await api.signIn("getCases");
    const missing = { status: 403, code: "AUTH_GRANT_MISSING" };
    await expect(withoutGrant.getRoles()).rejects.toMatchObject(missing);
    await expect(withoutGrant.createRole(aRole())).rejects.toMatchObject(missing);
    await expect(
      withoutGrant.updateRole({ ...aRole(), id: crypto.randomUUID(), lock_version: 0 }),
    ).rejects.toMatchObject(missing);
  });
});

describe("grants", () => {
  const api = startApi();

  it("grants are listed with the operations that they open", async () => {
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

const pick = ({ id, lock_version }: { id: string; lock_version: number }) => ({ id, lock_version });
