import { randomBytes, randomUUID } from "node:crypto";
import { hashPassword } from "#platform/access/password-hash";
import { sql } from "#platform/database/sql";
import { readCodeSentTo, insertPerson, insertDeviceWithPhoneNumber, readLinkTokenSentTo } from "../sign-in-fixtures";
import { uniqueName, allowRoleAssignment, insertRole, type SampleObjectFactory, type SampleRequest } from "./scene";
import { nextPhoneNumber } from "../fixtures";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;

const OLD_PASSWORD = "sieben Störche über Linz";
const NEW_PASSWORD = "neun Krähen über Steyr";

/** Samples of sign-in, which asks for no grant: it opens an account of the tenant whose key was sent. */
const signInSamples: Record<string, SampleMaker> = {
  authDevice: async ({ world }) => ({ body: { phone_number: (await createSamplePhone(world)).phone_number } }),
  verifyDevice: async ({ world }) => {
    const { phone_number } = await createSamplePhone(world);
    await world.api.anonymous(world.tenant).authDevice({ phone_number });
    return { body: { phone_number, one_time_code: await readCodeSentTo(world.api.db, world.tenant, phone_number) } };
  },
  authUser: async ({ world }) => ({ body: { email: (await createSamplePerson(world)).email, password: OLD_PASSWORD } }),
  requestPasswordReset: async ({ world }) => ({ body: { email: (await createSamplePerson(world)).email } }),
  validatePasswordResetToken: async ({ world }) => ({ body: { token: await createResetLink(world) } }),
  setPassword: async ({ world }) => ({ body: { token: await createResetLink(world), password: NEW_PASSWORD } }),
  authUserPhoneNumber: async ({ world }) => ({
    body: { phone_number: (await createSamplePerson(world)).phone_number },
  }),
  verifyUserPhoneNumber: async ({ world }) => ({ body: await createSignInCode(world) }),
  authUserPin: async ({ world }) => {
    const { pin_token } = await world.api.anonymous(world.tenant).verifyUserPhoneNumber(await createSignInCode(world));
    return { body: { pin_token, pin: "274916", device_token: await createDeviceToken(world) } };
  },
};

type SceneWorld = SampleObjectFactory["world"];

async function createSamplePhone({ api, tenant }: SceneWorld) {
  const phone_number = nextPhoneNumber();
  return { phone_number, id: await insertDeviceWithPhoneNumber(api.db, tenant, phone_number) };
}

async function createDeviceToken(world: SceneWorld) {
  const { api, tenant } = world;
  const { phone_number } = await createSamplePhone(world);
  await api.anonymous(tenant).authDevice({ phone_number });
  const one_time_code = await readCodeSentTo(api.db, tenant, phone_number);
  return (await api.anonymous(tenant).verifyDevice({ phone_number, one_time_code })).token;
}

async function createSamplePerson({ api, tenant }: SceneWorld) {
  const options = { email: `${randomUUID()}@example.org`, phone_number: nextPhoneNumber(), password: OLD_PASSWORD };
  await insertPerson(api.db, tenant, options);
  return options;
}

async function createResetLink(world: SceneWorld) {
  const { email } = await createSamplePerson(world);
  await world.api.anonymous(world.tenant).requestPasswordReset({ email });
  return readLinkTokenSentTo(world.api.db, world.tenant, email);
}

async function createSignInCode(world: SceneWorld) {
  const { phone_number } = await createSamplePerson(world);
  await world.api.anonymous(world.tenant).authUserPhoneNumber({ phone_number });
  return { phone_number, code: await readCodeSentTo(world.api.db, world.tenant, phone_number) };
}

const userUpdateOf = (user: { firstname: string; lastname: string; email: string | null; lock_version: number }) => {
  const { firstname, email, lock_version } = user;
  return { firstname, lastname: uniqueName("Changed"), email, lock_version };
};

const userSamples: Record<string, SampleMaker> = {
  getUsers: async (scene) => ({
    query: { size: "1000" },
    marks: await scene.once("marks", async () => ({
      home: (await scene.user()).id,
      away: (await scene.user(scene.world.awayGroup)).id,
      foreign: scene.world.foreignAdmin.session.user_id as string,
    })),
  }),
  createUser: async ({ world }) => ({
    body: {
      firstname: "New",
      lastname: uniqueName("Body"),
      email: `${randomUUID()}@example.org`,
      role_associations: [{ role_id: world.localRole, branch_group_id: world.homeGroup }],
    },
  }),
  updateUser: async (scene) => {
    const user = await scene.user();
    return { params: { id: user.id }, body: userUpdateOf(user) };
  },
  updateUserActiveState: async (scene) => ({
    params: { id: (await scene.user()).id },
    body: { branch_group_id: scene.world.homeGroup, active: false },
  }),
  resendSetPasswordEmail: async (scene) => {
    const id = await insertUserWithoutMail(scene);
    return { params: { id } };
  },
  deleteInactiveUser: async (scene) => {
    const { id } = await scene.user();
    const { admin, homeGroup } = scene.world;
    await admin.updateUserActiveState({ id, branch_group_id: homeGroup, active: false });
    return { params: { id } };
  },
  deleteUserRoleBranchAllAssociations: async (scene) => ({
    params: { id: (await scene.user(scene.world.homeGroup, { wide: true })).id },
  }),
  changeOwnPassword: async (scene) => {
    const { caller, world } = scene;
    const password_hash = await scene.once("password", () => hashPassword(OLD_PASSWORD.normalize("NFKC")));
    if (caller.user_id)
      await world.api.db.system.run(
        sql`update users set password_hash = ${password_hash} where id = ${caller.user_id}`,
      );
    return { body: { old_password: OLD_PASSWORD, new_password: NEW_PASSWORD } };
  },
};

const sessionSamples: Record<string, SampleMaker> = {
  getOwnSessions: async ({ world }) => ({ marks: { colleague: await insertSession(world, world.admin.session) } }),
  deleteOwnSession: async ({ world, caller }) => {
    const holder = caller.user_id || caller.device_id ? caller : world.admin.session;
    return { params: { id: await insertSession(world, holder) } };
  },
  reauthenticate: async (scene) => {
    await userSamples["changeOwnPassword"]?.(scene);
    return { body: { password: OLD_PASSWORD } };
  },
};

/** Inserts another session of a user or device. */
async function insertSession(
  { api, tenant }: SceneWorld,
  holder: { user_id: string | null; device_id: string | null },
) {
  const { id } = await api.db.system.one<{ id: string }>(sql`
    insert into tokens (tenant_id, kind, token_hash, user_id, device_id, expires_at)
    select tenant_id, ${holder.user_id === null ? "DEVICE" : "USER"}, ${randomBytes(32)}, ${holder.user_id}, ${holder.device_id}, now() + interval '1 day'
    from (select coalesce((select tenant_id from users where id = ${holder.user_id}), (select tenant_id from devices where id = ${holder.device_id}), ${tenant.id}) as tenant_id) its
    returning id`);
  return id;
}

/** Inserts a user who has got no mail yet, so that no waiting time applies. */
async function insertUserWithoutMail({ world }: SampleObjectFactory): Promise<string> {
  const id = await insertPerson(world.api.db, world.tenant, { email: `${randomUUID()}@example.org` });
  await world.api.db.system.run(sql`
    insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
    values (${world.tenant.id}, ${id}, ${world.localRole}, ${world.homeGroup})`);
  return id;
}

const inviteSamples: Record<string, SampleMaker> = {
  getUserInvites: async (scene) => ({
    marks: await scene.once("marks", async () => ({
      home: (await inviteUser(scene, (await scene.user(null)).id)).id,
      away: (await inviteUser(scene, (await scene.user(null)).id, scene.world.awayGroup)).id,
    })),
  }),
  createUserInvite: async (scene) => ({
    body: {
      user_id: (await scene.user()).id,
      branch_group_id: scene.world.homeGroup,
      role_ids: [scene.world.localRole],
    },
  }),
  answerUserInvite: async (scene) => {
    const { caller } = scene;
    const invited = caller.owns && caller.user_id ? caller.user_id : (await scene.user(null)).id;
    return { params: { id: (await inviteUser(scene, invited)).id }, body: { action: "ACCEPT" } };
  },
};

export const inviteUser = ({ world }: SampleObjectFactory, user_id: string, branch_group_id = world.homeGroup) =>
  world.admin.createUserInvite({ user_id, branch_group_id, role_ids: [world.localRole] });

export async function createAssignableRole({ world, caller }: SampleObjectFactory): Promise<string> {
  const id = await insertRole(world.api, world.tenant);
  if (caller.role_id)
    await Promise.all(
      [world.tenant, world.foreign].map((tenant) =>
        allowRoleAssignment(world.api, tenant.id, { role: caller.role_id as string, given: [id] }),
      ),
    );
  return id;
}

const roleSamples: Record<string, SampleMaker> = {
  getRoles: async ({ world }) => ({
    marks: { tenant: world.localRole, foreign: world.foreignAdmin.session.role_id },
  }),
  createRole: async () => ({
    body: { name: uniqueName("role"), role_type: "READER", branch_access: "BRANCH_SINGLE", grants: ["createRole"] },
  }),
  updateRole: async (scene) => {
    return {
      params: { id: await createAssignableRole(scene) },
      body: {
        name: uniqueName("changed"),
        role_type: "DISPATCHER",
        branch_access: "BRANCH_SINGLE",
        grants: ["updateRole"],
        roles_allowed_to_assign: [],
        lock_version: 0,
      },
    };
  },
};

export const peopleSampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  ...signInSamples,
  ...userSamples,
  ...sessionSamples,
  ...inviteSamples,
  ...roleSamples,
};
