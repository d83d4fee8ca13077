import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup, type TenantFixture } from "../../testing/fixtures";
import { type ApiSession, startApi } from "../../testing/start-api";

const grants = ["getUsers", "updateUser", "releaseSignIn"];
const tenantRoleBeyondReach = { status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" };
const branchBeyondReach = { status: 403, code: "BRANCH_ACCESS_DENIED" };

describe("blocking, unblocking and signing out people who also work elsewhere", () => {
  const api = startApi();
  let tenant: TenantFixture;
  let north: string;
  let south: string;
  let local: ApiSession;

  beforeAll(async () => {
    tenant = await api.aTenant();
    [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    local = await api.bearer({ tenant, grants, branchIds: [north] });
  });

  /** Gives a user another role, which grants more than the role of the local administrator does. */
  async function giveRole(userId: string, branchIds: readonly string[] | null) {
    const groupId = branchIds && (await insertBranchGroup(api.db, tenant.id, branchIds));
    await api.db.system.run(sql`
      with role as (
        insert into roles (tenant_id, name, role_type, branch_access, grants)
        values (${tenant.id}, ${crypto.randomUUID()}, 'ADMINISTRATOR', ${branchIds ? "BRANCH_SINGLE" : "ALL"}, '{createCase,updateBranch}') returning id)
      insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
      select ${tenant.id}, ${userId}, id, ${groupId} from role`);
  }

  /** A person with a role in North and further ones, who is signed in. */
  async function aNortherner(...further: readonly (readonly string[] | null)[]) {
    const person = await api.bearer({ tenant, grants: ["getUsers"], branchIds: [north] });
    const id = person.session.user_id ?? "";
    for (const branchIds of further) await giveRole(id, branchIds);
    const row = () =>
      api.db.system.one(sql`
        select lock_version, blocked, password_failures, pin_released_until, pin_released_by,
          (select array_agg(revoked_at) from tokens where tenant_id = person.tenant_id and user_id = person.id) as revoked
        from users person where person.id = ${id}`);
    return { person, id, row };
  }

  const replaceUser = async (caller: ApiSession, id: string, change: { lastname?: string; blocked?: boolean }) => {
    const { lock_version, firstname, lastname, email } = await caller.getUser({ id });
    return caller.updateUser({ id, lock_version, firstname, lastname, email, ...change });
  };

  it("an administrator of one branch signs out a person who is no longer active in another branch", async () => {
    const { id, row } = await aNortherner([south]);
    await api.db.system.run(sql`
      insert into user_active_states (tenant_id, user_id, branch_group_id, active)
      select held.tenant_id, held.user_id, held.branch_group_id, false
      from role_associations held join branch_group_branches member
        on member.tenant_id = held.tenant_id and member.branch_group_id = held.branch_group_id
      where held.user_id = ${id} and member.branch_id = ${south}`);
    await local.deleteUserSessions({ id });
    expect(await row()).toMatchObject({ revoked: [expect.any(Date)] });
  });

  it.each([
    ["a role for the whole tenant", () => null, tenantRoleBeyondReach],
    ["a role in another branch", () => [south], branchBeyondReach],
  ])(
    "an administrator of one branch can neither block nor unblock nor sign out a person with %s",
    async (_what, further, refused) => {
      const { person, id, row } = await aNortherner(further());
      await api.db.system.run(sql`update users set password_failures = 3 where id = ${id}`);
      const before = await row();
      await expect(replaceUser(local, id, { blocked: true })).rejects.toMatchObject(refused);
      await expect(local.unblockUser({ id })).rejects.toMatchObject(refused);
      await expect(local.releaseSignIn({ id })).rejects.toMatchObject(refused);
      await expect(local.deleteUserSessions({ id })).rejects.toMatchObject(refused);
      expect(await row()).toEqual(before);
      await expect(person.getUsers()).resolves.toBeTruthy();
      await api.db.system.run(sql`update users set blocked = true where id = ${id}`);
      await expect(replaceUser(local, id, { blocked: false })).rejects.toMatchObject(refused);
      expect(await row()).toMatchObject({ blocked: true });
      // Other fields stay open, as does sending the block that is there.
      await expect(replaceUser(local, id, { lastname: "Huber", blocked: true })).resolves.toMatchObject({
        lastname: "Huber",
        blocked: true,
      });
    },
  );

  it.each(["an administrator of the branch", "an administrator of the whole tenant"])(
    "%s can block, unblock and sign out a person of that branch, whatever the person may do there",
    async (who) => {
      const caller = who.endsWith("tenant") ? await api.bearer({ tenant, grants }) : local;
      const { person, id } = await aNortherner([north]);
      await expect(caller.releaseSignIn({ id })).resolves.toMatchObject({ user_id: id });
      await caller.deleteUserSessions({ id });
      await expect(person.getUsers()).rejects.toMatchObject({ status: 401 });
      await expect(replaceUser(caller, id, { blocked: true })).resolves.toMatchObject({ blocked: true });
      await expect(caller.unblockUser({ id })).resolves.toMatchObject({ blocked: false });
    },
  );

  it("an administrator of the whole tenant can block, unblock and sign out people who work everywhere", async () => {
    const caller = await api.bearer({ tenant, grants });
    const { id } = await aNortherner(null, [south]);
    await expect(replaceUser(caller, id, { blocked: true })).resolves.toMatchObject({ blocked: true });
    await expect(caller.unblockUser({ id })).resolves.toMatchObject({ blocked: false });
    await expect(caller.releaseSignIn({ id })).resolves.toMatchObject({ user_id: id });
    await expect(caller.deleteUserSessions({ id })).resolves.toBeUndefined();
  });

  it("an administrator of one branch with another role beyond it can still clear the own failures and sign out everywhere", async () => {
    const self = await api.bearer({ tenant, grants, branchIds: [north] });
    const id = self.session.user_id ?? "";
    await giveRole(id, null);
    await expect(self.unblockUser({ id })).resolves.toMatchObject({ id });
    await expect(self.releaseSignIn({ id })).resolves.toMatchObject({ user_id: id });
    await self.deleteUserSessions({ id });
    await expect(self.getUsers()).rejects.toMatchObject({ status: 401 });
  });
});
