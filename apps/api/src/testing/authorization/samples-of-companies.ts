import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "#platform/database/sql";
import { insertTokenBearer } from "../fixtures";
import { allowRoleAssignment, uniqueName, insertRole, type SampleObjectFactory, type SampleRequest } from "./scene";
import { testClock } from "../test-clock";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;

const logoFile = () =>
  new File(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"><path d="M0 0h3v1z"/></svg>'], "sign.svg");
const tenantIdParams = ({ world }: SampleObjectFactory) => ({ params: { id: world.tenant.id } });
const tenantShortCodeParams = ({ world }: SampleObjectFactory) => ({ tenant_short_code: world.tenant.short_code });

const tenantSamples: Record<string, SampleMaker> = {
  getTenants: async ({ world }) => ({ marks: { tenant: world.tenant.id, foreign: world.foreign.id } }),
  createTenant: async () => ({
    body: { name: uniqueName("Company"), short_code: `c_${randomBytes(5).toString("hex")}`, type: "FUNERAL" },
  }),
  updateTenantLogos: async (scene) => ({ ...tenantIdParams(scene), body: { kind: "LOGO" }, file: logoFile() }),
  getBrands: async (scene) => ({
    marks: await scene.once("marks", async () => {
      const { api, tenant, foreign } = scene.world;
      const brandOf = ({ id }: { id: string }) =>
        api.db.system.one<{ id: string }>(
          sql`insert into brands (tenant_id, name, short_key) values (${id}, 'Pietät', 'P') returning id`,
        );
      return { tenant: (await brandOf(tenant)).id, foreign: (await brandOf(foreign)).id };
    }),
  }),
  getTenantConfigByDomain: async ({ world: { api, tenant } }) => {
    const tenant_domain = `${tenant.short_code.replace("_", "-")}.example`;
    await api.db.system.run(sql`update tenants set domain = ${tenant_domain} where id = ${tenant.id}`);
    return { query: { tenant_domain } };
  },
  getTenantMasterData: async (scene) => ({
    params: tenantShortCodeParams(scene),
    marks: await scene.once("marks", async () => {
      const { admin, foreignAdmin, foreign } = scene.world;
      const strange = { key: uniqueName("key"), value: 1, tenant_short_code: foreign.short_code };
      return {
        tenant: (
          await admin.createTenantMasterData({ ...tenantShortCodeParams(scene), key: uniqueName("key"), value: 1 })
        ).id,
        foreign: (await foreignAdmin.createTenantMasterData(strange)).id,
      };
    }),
  }),
  createTenantMasterData: async (scene) => ({
    params: tenantShortCodeParams(scene),
    body: { key: uniqueName("key"), value: 1 },
  }),
  updateTenantMasterData: async (scene) => {
    const options = { ...tenantShortCodeParams(scene), key: uniqueName("key"), value: 1 };
    const { id, lock_version } = await scene.world.admin.createTenantMasterData(options);
    return {
      params: { ...tenantShortCodeParams(scene), id },
      body: { key: uniqueName("key"), value: 2, lock_version },
    };
  },
};

/** An account of the home branch, created by a caller who may give its role. */
async function accountRequest(scene: SampleObjectFactory, branch_group_id = scene.world.homeGroup) {
  const { api, tenant, admin } = scene.world;
  const role_id = await scene.once("integration role", () =>
    insertRole(api, tenant, { branchAccess: "BRANCH_SINGLE", roleType: "INTEGRATION" }),
  );
  for (const role of [admin.session.role_id, scene.caller.role_id])
    if (role) await allowRoleAssignment(api, tenant.id, { role, given: [role_id] });
  return { name: uniqueName("Program"), role_associations: [{ role_id, branch_group_id }] };
}

async function createForeignAccount({ world: { api, foreign, foreignAdmin } }: SampleObjectFactory) {
  const role_id = await insertRole(api, foreign, { branchAccess: "ALL", roleType: "INTEGRATION" });
  await allowRoleAssignment(api, foreign.id, { role: foreignAdmin.session.role_id, given: [role_id] });
  return foreignAdmin.createServiceAccountUser({ name: uniqueName("Program"), role_associations: [{ role_id }] });
}
export const createSampleServiceAccount = async (scene: SampleObjectFactory) =>
  scene.world.admin.createServiceAccountUser(await accountRequest(scene));

const serviceAccountSamples: Record<string, SampleMaker> = {
  getServiceAccountUsers: async (scene) => ({
    marks: await scene.once("marks", async () => {
      const away = await accountRequest(scene, scene.world.awayGroup);
      return {
        home: (await createSampleServiceAccount(scene)).id,
        away: (await scene.world.admin.createServiceAccountUser(away)).id,
        foreign: (await createForeignAccount(scene)).id,
      };
    }),
  }),
  updateServiceAccountUser: async (scene) => {
    const { id, role_associations, lock_version } = await createSampleServiceAccount(scene);
    return { params: { id }, body: { name: uniqueName("Program"), role_associations, active: false, lock_version } };
  },
  createServiceAccountUser: async (scene) => ({ body: await accountRequest(scene) }),
  blacklistToken: async (scene) => {
    const { id } = await createSampleServiceAccount(scene);
    const token = await scene.world.admin.createServiceAccountToken({ id });
    return { params: { id, token_id: token.id }, body: { blacklisted: true } };
  },
};

/** A webhook whose account holds what every caller holds, too. */
export const createSampleWebhook = (
  scene: SampleObjectFactory,
  tenantId = scene.world.tenant.id,
  account = createWebhookAccount(scene),
) =>
  scene.once(`webhook of ${tenantId} for ${randomUUID()}`, async () => {
    const { db } = scene.world.api;
    const { id } = await db.system.one<{ id: string }>(sql`
      insert into webhooks (tenant_id, url, service_account_user_id, event_types, active, sealed_secret)
      values (${tenantId}, 'https://hooks.example.com/', ${await account}, '{"case update"}', true, '\\x00') returning id`);
    return id;
  });
const createWebhookAccount = (scene: SampleObjectFactory) =>
  scene.once("webhook account", async () => {
    const { api, tenant } = scene.world;
    const holder = await insertTokenBearer(api.db, { tenant, kind: "SERVICE", grants: ["getDashboard", "getCases"] });
    return holder.user_id as string;
  });

const webhookSamples: Record<string, SampleMaker> = {
  getWebhooks: async (scene) => ({
    marks: await scene.once("marks", async () => {
      const { api, foreign } = scene.world;
      const stranger = insertTokenBearer(api.db, { tenant: foreign, kind: "SERVICE", grants: ["getDashboard"] });
      return {
        tenant: await createSampleWebhook(scene),
        foreign: await createSampleWebhook(
          scene,
          foreign.id,
          stranger.then(({ user_id }) => user_id as string),
        ),
      };
    }),
  }),
  createWebhook: async (scene) => {
    // Frees room for each caller: a tenant has twenty webhooks at most.
    await scene.world.api.db.system.run(sql`delete from webhooks where tenant_id = ${scene.world.tenant.id}`);
    const service_account_user_id = await createWebhookAccount(scene);
    return { body: { url: "https://hooks.example.com/", service_account_user_id, event_types: ["case update"] } };
  },
  updateWebhook: async (scene) => ({
    params: { id: await createSampleWebhook(scene) },
    body: { service_account_user_id: await createWebhookAccount(scene), description: "Accounting", lock_version: 0 },
  }),
  resendWebhookDelivery: async (scene) => {
    const id = await createSampleWebhook(scene);
    const delivery = await scene.world.admin.testWebhook({ id });
    return { params: { id, delivery_id: delivery.id } };
  },
  recoverWebhook: async (scene) => ({
    params: { id: await createSampleWebhook(scene) },
    body: { since: new Date(testClock.now().getTime() - 3_600_000).toISOString() },
  }),
};

const vehicleCsvFile = () =>
  new File([`license_plate;description;active;capacity\n${uniqueName("G")};Car;true;2`], "cars.csv");

/** Makes an import that the caller has checked, unless the caller is of another company. */
export async function createCheckedImport({
  world: { api, admin, tenant },
  caller,
}: SampleObjectFactory): Promise<string> {
  const { id } = await admin.checkImport({ kind: "VEHICLES", file: vehicleCsvFile() });
  await api.db.system.run(sql`
    update imports set user_id = person.id from users person
    where imports.id = ${id} and person.tenant_id = ${tenant.id} and person.id = ${caller.user_id}`);
  return id;
}

const importSamples: Record<string, SampleMaker> = {
  checkImport: async () => ({ body: { kind: "VEHICLES" }, file: vehicleCsvFile() }),
};

export const companySampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  ...tenantSamples,
  ...serviceAccountSamples,
  ...webhookSamples,
  ...importSamples,
};
