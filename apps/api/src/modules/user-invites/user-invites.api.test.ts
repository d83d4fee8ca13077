import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { startApi } from "../../testing/start-api";

const grants = ["createUser", "getUsers", "getUserInvites", "createRole"] as const;
const inviteeGrants = { grants: ["getUserInvites", "answerUserInvite"] } as const;
const inviteNotFound = { status: 404, code: "RESOURCE_NOT_FOUND" };

describe("invites", () => {
  const api = startApi();

  async function twoBranches() {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const [northern, southern] = [
      await insertBranchGroup(api.db, tenant.id, [north]),
      await insertBranchGroup(api.db, tenant.id, [south]),
    ];
    const boss = await api.bearer({ tenant, grants, roleType: "ADMINISTRATOR", branchIds: [north] });
    // Roles belong to the whole tenant.
    const founder = await api.bearer({ tenant, grants, roleType: "ADMINISTRATOR" });
    const role = await founder.createRole({
      name: "Helper",
      role_type: "DISPATCHER",
      branch_access: "BRANCH_SINGLE",
      grants: ["getUsers"],
    });
    await api.db.system.run(sql`
      update roles set roles_allowed_to_assign = array[${role.id}::uuid] where tenant_id = ${tenant.id} and id = ${boss.session.role_id}`);
    api.app.principals.forget();
    const guest = await api.bearer({ tenant, ...inviteeGrants, branchIds: [south] });
    const email = `${guest.session.user_id}@example.org`;
    return { tenant, boss, role_ids: [role.id], guest, email, northern, southern };
  }

  it("an invitation of a user is mailed with the way to the sign-in of the company, listed for both sides, and assigns the roles when it is accepted", async () => {
    const { tenant, boss, guest, email, northern, role_ids } = await twoBranches();
    const { id } = await boss.createUserInvite({ email, branch_group_id: northern, role_ids });
    const invite = {
      id,
      status: "OPEN",
      role_ids,
      branch_group: { id: northern },
      user: { id: guest.session.user_id },
    };
    expect(await boss.getUserInvites()).toMatchObject([invite]);
    expect(await guest.getUserInvites()).toMatchObject([invite]);
    const mails = await api.db.system.many(sql`
      select recipient, purpose, body from outbox_messages where tenant_id = ${tenant.id}`);
    const body = expect.stringContaining(`/sign-in?tenant=${tenant.short_code}\n`);
    expect(mails).toEqual([{ recipient: email, purpose: "USER_INVITE", body }]);
    const answered = await guest.answerUserInvite({ id, action: "ACCEPT" });
    expect(answered).toMatchObject({ status: "ACCEPTED", lock_version: 1 });
    const user = await boss.getUser({ id: guest.session.user_id as string });
    expect(user.role_associations).toContainEqual(
      expect.objectContaining({ role_id: role_ids[0], branch_group_id: northern }),
    );
    api.app.principals.forget();
    expect((await guest.getUserInfo()).grants.map(({ grant }) => grant)).toContain("getUsers");
  });

  it("a rejected invitation assigns nothing, and an invitation can be answered once", async () => {
    const { boss, guest, email, northern, role_ids } = await twoBranches();
    const { id } = await boss.createUserInvite({ email, branch_group_id: northern, role_ids });
    await guest.answerUserInvite({ id, action: "REJECT" });
    const again = guest.answerUserInvite({ id, action: "ACCEPT" });
    await expect(again).rejects.toMatchObject({
      status: 409,
      code: "INVITE_ALREADY_ANSWERED",
      args: [expect.objectContaining({ key: "status", value: "REJECTED" })],
    });
    expect((await guest.getUserInfo()).roles).toHaveLength(1);
  });

  it("a further invitation of the same person to the same branch group replaces the earlier one, and is open again", async () => {
    const { boss, guest, email, northern, role_ids } = await twoBranches();
    const overrides = { email, branch_group_id: northern, role_ids };
    const first = await boss.createUserInvite(overrides);
    await guest.answerUserInvite({ id: first.id, action: "REJECT" });
    expect(await boss.createUserInvite(overrides)).toMatchObject({ id: first.id, status: "OPEN", answered_at: null });
    expect(await boss.getUserInvites()).toHaveLength(1);
  });

  it("an invitation can be answered only by the invited person", async () => {
    const { tenant, boss, email, northern, role_ids } = await twoBranches();
    const { id } = await boss.createUserInvite({ email, branch_group_id: northern, role_ids });
    const other = await api.bearer({ tenant, ...inviteeGrants });
    await expect(other.answerUserInvite({ id, action: "ACCEPT" })).rejects.toMatchObject(inviteNotFound);
    await expect(other.getUserInvite({ id })).rejects.toMatchObject(inviteNotFound);
    const stranger = await api.bearer({ grants: [...inviteeGrants.grants, "createUser"] });
    await expect(stranger.getUserInvite({ id })).rejects.toMatchObject(inviteNotFound);
    expect(await boss.getUserInvite({ id })).toMatchObject({ status: "OPEN" });
  });

  it("an invitation can contain only roles that the inviter may assign in that branch group", async () => {
    const { tenant, boss, email, northern, southern, role_ids } = await twoBranches();
    const beyond = boss.createUserInvite({ email, branch_group_id: southern, role_ids });
    await expect(beyond).rejects.toMatchObject({ status: 403, code: "BRANCH_ACCESS_DENIED" });
    const foreign = (await api.bearer({ tenant, grants: ["getUsers"], branchIds: [] })).session.role_id;
    const notMine = boss.createUserInvite({ email, branch_group_id: northern, role_ids: [foreign] });
    await expect(notMine).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const { role_id } = (
      await api.bearer({ tenant, grants: ["getUsers"], branchIds: [await insertBranch(api.db, tenant.id)] })
    ).session;
    const notAssignable = boss.createUserInvite({ email, branch_group_id: northern, role_ids: [role_id] });
    await expect(notAssignable).rejects.toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
  });

  it("an invitation refers to an existing person by either id or mail address", async () => {
    const { boss, guest, email, northern: branch_group_id, role_ids } = await twoBranches();
    const overrides = { branch_group_id, role_ids };
    const unknown = { status: 422, code: "REFERENCE_NOT_FOUND" };
    await expect(boss.createUserInvite({ ...overrides, email: "nobody@example.org" })).rejects.toMatchObject(unknown);
    const unseen = boss.createUserInvite({ ...overrides, user_id: guest.session.user_id as string });
    await expect(unseen).rejects.toMatchObject(unknown);
    const both = boss.createUserInvite({ ...overrides, email, user_id: guest.session.user_id as string });
    await expect(both).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const none = boss.createUserInvite({ ...overrides, email, role_ids: [] });
    await expect(none).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });
});
