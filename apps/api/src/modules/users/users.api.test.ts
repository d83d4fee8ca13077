import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup } from "../../testing/fixtures";
import { type TokenBearerOptions, type ApiSession, startApi } from "../../testing/start-api";

const userDraft = (options: object = {}) => ({
  firstname: "Anna",
  lastname: "Gruber",
  email: `${crypto.randomUUID()}@example.org`,
  ...options,
});
const grants = ["getUsers", "createUser", "updateUser", "deleteUser", "createRole", "getRoles"] as const;
const userNotFound = { status: 404, code: "RESOURCE_NOT_FOUND" };

describe("users", () => {
  const api = startApi();
  const administrator = (options: Partial<TokenBearerOptions> = {}) =>
    api.bearer({ roleType: "ADMINISTRATOR", grants, ...options });

  /** A role that the administrator may assign. */
  const aRole = async (boss: ApiSession, options: object = {}) =>
    (
      await boss.createRole({
        name: `Role ${crypto.randomUUID()}`,
        role_type: "DISPATCHER",
        branch_access: "BRANCH_SINGLE",
        grants: ["getUsers"],
        ...options,
      })
    ).id;

  async function twoBranches() {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const [northern, southern] = [
      await insertBranchGroup(api.db, tenant.id, [north]),
      await insertBranchGroup(api.db, tenant.id, [south]),
    ];
    const boss = await administrator({ tenant });
    return { tenant, north, south, northern, southern, boss, role_id: await aRole(boss) };
  }

  it("a user is created with roles and skills, and the answer contains neither password hash nor failure counter", async () => {
    const { boss, tenant, role_id, northern } = await twoBranches();
    const skill_id = crypto.randomUUID();
    await api.db.system.run(sql`
      insert into skills (tenant_id, id, name, skill_type) values (${tenant.id}, ${skill_id}, 'Lifting', 'USER')`);
    const role_associations = [{ role_id, branch_group_id: northern }];
    const user = await boss.createUser(userDraft({ role_associations, skill_ids: [skill_id], external_id: "7" }));
    expect(user).toMatchObject({
      lock_version: 0,
      blocked: false,
      password_set: false,
      pin_release_required: false,
      external_id: "7",
      role_associations: [{ ...role_associations[0], branch_access: "BRANCH_SINGLE" }],
      skills: [{ skill_id, name: "Lifting" }],
      active_states: [{ branch_group_id: northern, active: true }],
    });
    expect(await boss.getUser({ id: user.id })).toEqual(user);
    expect(JSON.stringify(user)).not.toMatch(/hash|failures|pin(?!_release_required)/);
  });

  it("a user needs a mail address or phone number that no other user has", async () => {
    const boss = await administrator();
    const nowhere = boss.createUser(userDraft({ email: null }));
    await expect(nowhere).rejects.toMatchObject({ status: 422, code: "FIELD_COMBINATION_INVALID" });
    const email = "anna.gruber@example.org";
    await boss.createUser(userDraft({ email }));
    const twin = boss.createUser(userDraft({ email: email.toUpperCase() }));
    await expect(twin).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_ALREADY_EXISTS",
      args: [expect.objectContaining({ key: "field", value: "email" })],
    });
    await expect(boss.createUser(userDraft({ email: null, phone_number: "+4366412345678" }))).resolves.toBeTruthy();
  });

  it.each([
    [{ email: "no address" }, "VALIDATION_FAILED"],
    [{ phone_number: "unbekannt" }, "VALIDATION_FAILED"],
    [{ firstname: "" }, "VALIDATION_FAILED"],
    [{ lastname: "Gru\u0000ber" }, "VALIDATION_FAILED"],
    [{ email: "a@example.org\r\nBcc: b@example.org" }, "VALIDATION_FAILED"],
    [{ password_hash: "x" }, "REQUEST_UNKNOWN_FIELD"],
    [{ blocked: true }, "REQUEST_UNKNOWN_FIELD"],
  ])("creating a user with %j is refused", async (options, code) => {
    const wrong = userDraft(options);
    await expect((await administrator()).createUser(wrong)).rejects.toMatchObject({ status: 400, code });
  });

  it("a user needs a branch group for a role unless the role applies to the whole tenant", async () => {
    const { boss, role_id, northern } = await twoBranches();
    const everywhere = await aRole(boss, { branch_access: "ALL" });
    const wrong = { status: 422, code: "FIELD_COMBINATION_INVALID" };
    for (const association of [{ role_id }, { role_id: everywhere, branch_group_id: northern }])
      await expect(boss.createUser(userDraft({ role_associations: [association] }))).rejects.toMatchObject(wrong);
    const unknown = boss.createUser(
      userDraft({ role_associations: [{ role_id, branch_group_id: crypto.randomUUID() }] }),
    );
    await expect(unknown).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
    const skill = boss.createUser(userDraft({ skill_ids: [crypto.randomUUID()] }));
    await expect(skill).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("users of other branches are hidden from administrators of some branches, who can still see themselves", async () => {
    const { boss, tenant, north, northern, southern, role_id } = await twoBranches();
    const near = await boss.createUser(userDraft({ role_associations: [{ role_id, branch_group_id: northern }] }));
    const far = await boss.createUser(userDraft({ role_associations: [{ role_id, branch_group_id: southern }] }));
    const local = await administrator({ tenant, branchIds: [north] });
    const { users, meta } = await local.getUsers();
    expect(new Set(users.map(({ id }) => id))).toEqual(new Set([near.id, local.session.user_id]));
    expect(meta.total_elements).toBe(2);
    await expect(local.getUser({ id: far.id })).rejects.toMatchObject(userNotFound);
    await expect(local.unblockUser({ id: far.id })).rejects.toMatchObject(userNotFound);
    await expect(local.updateUser({ ...userDraft(), id: far.id, lock_version: 0 })).rejects.toMatchObject(userNotFound);
    await expect(local.deleteInactiveUser({ id: far.id })).rejects.toMatchObject(userNotFound);
    const driver = await api.bearer({ tenant, grants, roleType: "DRIVER", branchIds: [north] });
    expect((await driver.getUsers()).users.map(({ id }) => id)).toEqual([driver.session.user_id]);
  });

  it("users of another tenant are not found", async () => {
    const { id } = await (await administrator()).createUser(userDraft());
    const stranger = await administrator();
    await expect(stranger.getUser({ id })).rejects.toMatchObject(userNotFound);
    await expect(stranger.updateUser({ ...userDraft(), id, lock_version: 0 })).rejects.toMatchObject(userNotFound);
    await expect(stranger.deleteInactiveUser({ id })).rejects.toMatchObject(userNotFound);
    expect((await stranger.getUsers()).users).toHaveLength(1);
  });

  it("users are found by role, group, branch access and activity, page by page in the requested order", async () => {
    const { boss, role_id, northern, southern } = await twoBranches();
    const named = async (lastname: string, branch_group_id: string) =>
      (await boss.createUser(userDraft({ lastname, role_associations: [{ role_id, branch_group_id }] }))).id;
    const ids = [await named("A", northern), await named("B", northern), await named("C", southern)];
    const [, resting] = ids as [string, string];
    await boss.updateUserActiveState({ id: resting, branch_group_id: northern, active: false });
    const found = async (query: Parameters<typeof boss.getUsers>[0]) =>
      (await boss.getUsers(query)).users.map(({ lastname }) => lastname).filter((name) => /^[ABC]$/.test(name));
    expect(await found({ role: role_id })).toEqual(["A", "B", "C"]);
    expect(await found({ branch_group_id: northern })).toEqual(["A", "B"]);
    expect(await found({ branch_group_id: northern, active: true })).toEqual(["A"]);
    expect(await found({ active: false })).toEqual(["B"]);
    expect(await found({ associated_roles_branch_access_scope: "ALL" })).toEqual([]);
    expect(await found({ associated_roles_branch_access_scope: "BRANCH_SINGLE" })).toEqual(["A", "B", "C"]);
    const page = await boss.getUsers({ role: role_id, sort: ["lastname,desc"], size: 2, page: 1 });
    expect(page).toMatchObject({
      meta: { page: 1, size: 2, total_elements: 3, total_pages: 2 },
      users: [{ lastname: "A" }],
    });
    await expect(boss.getUsers({ sort: ["password_hash"] })).rejects.toMatchObject({ code: "SORT_FIELD_UNKNOWN" });
  });

  it("users are found by parts of their names, address, number and external id, within scope and combined with other filters", async () => {
    const { boss, tenant, south, southern, role_id } = await twoBranches();
    const held = { role_associations: [{ role_id, branch_group_id: southern }] };
    const anna = await boss.createUser(
      userDraft({ email: "a.gruber@example.org", phone_number: "+436645550101", external_id: "HR-100%", ...held }),
    );
    const bela = await boss.createUser(
      userDraft({ firstname: "Béla", lastname: "Grünberger", email: "b_la@example.org" }),
    );
    const found = async (text: string, filter: object = {}, who: ApiSession = boss) => {
      const { meta, users } = await who.getUsers({ text, ...filter });
      expect(meta.total_elements).toBe(users.length);
      return users.map(({ id }) => id);
    };
    expect(await found("GRUB anna")).toEqual([anna.id]);
    expect(await found("grünb")).toEqual([bela.id]);
    expect(await found("555 0101")).toEqual([anna.id]);
    expect(await found("hr-1")).toEqual([anna.id]);
    expect(await found("a.gruber@")).toEqual([anna.id]);
    expect(await found("100%")).toEqual([anna.id]);
    expect(await found("b_l")).toEqual([bela.id]);
    expect(await found("a%r")).toEqual([]);
    expect(await found("g", { role: role_id })).toEqual([anna.id]);
    const southerner = await administrator({ tenant, branchIds: [south] });
    expect(await found("gr", {}, southerner)).toEqual([anna.id]);
    expect(await found("gruber", {}, await administrator())).toEqual([]);
  });

  it("updating a user replaces all fields, on the current lock version", async () => {
    const boss = await administrator();
    const { id, lock_version } = await boss.createUser(userDraft({ external_id: "7", phone_number: "+4366412345678" }));
    const changed = await boss.updateUser({ ...userDraft({ lastname: "Huber" }), id, lock_version });
    expect(changed).toMatchObject({ lastname: "Huber", phone_number: null, external_id: "7", lock_version: 1 });
    const late = boss.updateUser({ ...userDraft(), id, lock_version });
    await expect(late).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
  });

  it("users can change their own name and number, and nothing else", async () => {
    const self = await api.signIn("updateMyUser");
    const id = self.session.user_id as string;
    const own = await self.updateUser({ ...userDraft({ language: "en" }), id, lock_version: 0 });
    expect(own).toMatchObject({ firstname: "Anna", language: "en", lock_version: 1 });
    expect(own.role_associations).toHaveLength(1);
    for (const more of [
      { role_associations: [] },
      { blocked: true },
      { external_id: "1" },
      { skill_ids: [crypto.randomUUID()] },
    ]) {
      const reaching = self.updateUser({ ...userDraft(), ...more, id, lock_version: 1 });
      await expect(reaching).rejects.toMatchObject({ status: 403, code: "AUTH_GRANT_MISSING" });
    }
    const { user_id } = (await api.bearer({ tenant: self.session.tenant, grants: [] })).session;
    const other = self.updateUser({ ...userDraft(), id: user_id as string, lock_version: 0 });
    await expect(other).rejects.toMatchObject(userNotFound);
  });

  it("the mail address of a user with more grants than the caller cannot be changed", async () => {
    const boss = await administrator();
    const { tenant, user_id } = boss.session;
    const lesser = await api.bearer({ tenant, grants: ["updateUser", "getUsers"] });
    const { id, email, lock_version, ...rest } = await lesser.getUser({ id: user_id as string });
    const { firstname, lastname } = rest;
    const taking = lesser.updateUser({ id, lock_version, firstname, lastname, email: "eve@example.org" });
    await expect(taking).rejects.toMatchObject({ status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" });
    const renaming = lesser.updateUser({ id, lock_version, firstname: "Maria", lastname, email });
    await expect(renaming).resolves.toMatchObject({ firstname: "Maria" });
  });

  it("the external id of a user with more grants than the caller cannot be changed, because an import finds the user by it", async () => {
    const boss = await administrator();
    const { tenant, user_id } = boss.session;
    const lesser = await api.bearer({ tenant, grants: ["updateUser", "getUsers"] });
    const { id, email, lock_version, firstname, lastname } = await lesser.getUser({ id: user_id as string });
    const kept = { id, lock_version, firstname, lastname, email };
    const refused = { status: 403, code: "ROLE_ASSIGNMENT_NOT_ALLOWED" };
    await expect(lesser.updateUser({ ...kept, external_id: "4711" })).rejects.toMatchObject(refused);
    const numbered = await boss.updateUser({ ...kept, external_id: "17" });
    const unnumbering = { ...kept, lock_version: numbered.lock_version, external_id: null };
    await expect(lesser.updateUser(unnumbering)).rejects.toMatchObject(refused);
    const renaming = { ...unnumbering, firstname: "Maria", external_id: "17" };
    await expect(lesser.updateUser(renaming)).resolves.toMatchObject({ firstname: "Maria", external_id: "17" });
  });

  it("blocking a user ends all sessions at once, and unblocking resets the wait at sign-in", async () => {
    const boss = await administrator();
    const { tenant } = boss.session;
    const victim = await api.bearer({ tenant, grants: ["getUsers"] });
    const { id, lock_version, firstname, lastname, email } = await boss.getUser({
      id: victim.session.user_id as string,
    });
    await boss.updateUser({ id, lock_version, firstname, lastname, email, blocked: true });
    api.app.principals.forget();
    await expect(victim.getUsers()).rejects.toMatchObject({ status: 401, code: "AUTH_TOKEN_REVOKED" });
    const events = await api.db.system.many(sql`
      select payload from events where tenant_id = ${tenant.id} and type = 'principals changed' and payload ->> 'user_id' = ${id}`);
    expect(events).toHaveLength(1);
    await api.db.system.run(sql`
      update users set password_failures = 9, password_wait_until = now() + interval '1 hour' where id = ${id}`);
    expect(await boss.unblockUser({ id })).toMatchObject({ blocked: false });
    const [left] = await api.db.system.many(sql`
      select password_failures, password_wait_until from users where id = ${id}`);
    expect(left).toEqual({ password_failures: 0, password_wait_until: null });
  });

  it("deactivating a user in a branch group requires access to all of it, and suspends the user's grants there", async () => {
    const { boss, tenant, north, southern, northern, role_id } = await twoBranches();
    const role_associations = [northern, southern].map((branch_group_id) => ({ role_id, branch_group_id }));
    const { id } = await boss.createUser(userDraft({ role_associations }));
    const local = await administrator({ tenant, branchIds: [north] });
    const state = await local.updateUserActiveState({ id, branch_group_id: northern, active: false });
    expect(state.active_states.find(({ branch_group_id }) => branch_group_id === northern)?.active).toBe(false);
    expect(state.lock_version).toBe(1);
    const beyond = local.updateUserActiveState({ id, branch_group_id: southern, active: false });
    await expect(beyond).rejects.toMatchObject({ status: 403, code: "BRANCH_ACCESS_DENIED" });
    const foreign = boss.updateUserActiveState({ id, branch_group_id: crypto.randomUUID(), active: false });
    await expect(foreign).rejects.toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("roles of a user can be removed for the whole tenant or in the branch groups within scope", async () => {
    const { boss, tenant, north, southern, northern, role_id } = await twoBranches();
    const everywhere = await aRole(boss, { branch_access: "ALL" });
    const groups = [northern, southern].map((branch_group_id) => ({ role_id, branch_group_id }));
    const { id } = await boss.createUser(userDraft({ role_associations: [{ role_id: everywhere }, ...groups] }));
    const local = await administrator({ tenant, branchIds: [north] });
    await api.db.system.run(sql`update roles set roles_allowed_to_assign = array[${role_id}::uuid, ${everywhere}::uuid]
      where tenant_id = ${tenant.id} and id = ${local.session.role_id}`);
    const tooFar = local.deleteUserRoleBranchAllAssociations({ id });
    await expect(tooFar).rejects.toMatchObject({ status: 403, code: "BRANCH_ACCESS_DENIED" });
    await local.deleteUserRoleBranchGroupAssociations({ id });
    const left = async () => (await boss.getUser({ id })).role_associations.map((held) => held.branch_group_id);
    expect(new Set(await left())).toEqual(new Set([null, southern]));
    await boss.deleteUserRoleBranchAllAssociations({ id });
    expect(await left()).toEqual([southern]);
  });
});
