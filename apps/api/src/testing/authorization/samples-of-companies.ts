import { randomBytes } from "node:crypto";
import { sql } from "#platform/database/sql";
import { allowToAssign, aName, insertRole, type Scene, type SampleRequest } from "./scene";

type SampleMaker = (scene: Scene) => Promise<SampleRequest>;

const frontend = { colors: { primary: "#1d3b53" }, favicon: "/favicon.svg", page_title: "Leitstand" };
const ofTenant = ({ world }: Scene) => ({ params: { id: world.tenant.id } });
const byCode = ({ world }: Scene) => ({ params: { short_code: world.tenant.short_code } });
const itsData = ({ world }: Scene) => ({ tenant_short_code: world.tenant.short_code });

/** One after the other, so the version that is read is the version that is there. */
const versionOf = async ({ world }: Scene) => (await world.admin.getTenant({ id: world.tenant.id })).lock_version;

const tenants: Record<string, SampleMaker> = {
  getTenants: async ({ world }) => ({ marks: { tenant: world.tenant.id, foreign: world.foreign.id } }),
  getTenant: async (scene) => ofTenant(scene),
  createTenant: async () => ({
    body: { name: aName("Company"), short_code: `c_${randomBytes(5).toString("hex")}`, type: "FUNERAL" },
  }),
  updateTenant: async (scene) => ({
    ...ofTenant(scene),
    body: { name: aName("Company"), lock_version: await versionOf(scene) },
  }),
  patchTenant: async (scene) => ({
    ...ofTenant(scene),
    body: { cool_down_time: 90, lock_version: await versionOf(scene) },
  }),
  updateTenantPhoneNumberSignin: async (scene) => ({ ...ofTenant(scene), body: { phone_number_signin: true } }),
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
  getTenantConfig: async (scene) => byCode(scene),
  getTenantFrontendConfig: async (scene) => byCode(scene),
  getTenantKey: async (scene) => byCode(scene),
  updateTenantFrontendConfig: async (scene) => ({ ...byCode(scene), body: frontend }),
  getTenantMasterData: async (scene) => ({
    params: itsData(scene),
    marks: await scene.once("marks", async () => {
      const { admin, foreignAdmin, foreign } = scene.world;
      const strange = { key: aName("key"), value: 1, tenant_short_code: foreign.short_code };
      return {
        tenant: (await admin.createTenantMasterData({ ...itsData(scene), key: aName("key"), value: 1 })).id,
        foreign: (await foreignAdmin.createTenantMasterData(strange)).id,
      };
    }),
  }),
  createTenantMasterData: async (scene) => ({ params: itsData(scene), body: { key: aName("key"), value: 1 } }),
  updateTenantMasterData: async (scene) => {
    const options = { ...itsData(scene), key: aName("key"), value: 1 };
    const { id, lock_version } = await scene.world.admin.createTenantMasterData(options);
    return { params: { ...itsData(scene), id }, body: { key: aName("key"), value: 2, lock_version } };
  },
};

/** An account of the home branch, made by somebody who may give its role. */
async function accountRequest(scene: Scene) {
  const { api, tenant, admin, homeGroup } = scene.world;
  const role_id = await scene.once("integration role", () =>
    insertRole(api, tenant, { branchAccess: "BRANCH_SINGLE", roleType: "INTEGRATION" }),
  );
  for (const role of [admin.session.role_id, scene.caller.role_id])
    if (role) await allowToAssign(api, tenant.id, { role, given: [role_id] });
  return { name: aName("Program"), role_associations: [{ role_id, branch_group_id: homeGroup }] };
}
const anAccount = async (scene: Scene) => scene.world.admin.createServiceAccountUser(await accountRequest(scene));

const accounts: Record<string, SampleMaker> = {
  createServiceAccountUser: async (scene) => ({ body: await accountRequest(scene) }),
  getOwnServiceAccountTokens: async () => ({}),
  getServiceAccountTokens: async (scene) => ({ params: { id: (await anAccount(scene)).id } }),
  createServiceAccountToken: async (scene) => ({ params: { id: (await anAccount(scene)).id }, body: { name: "New" } }),
  blacklistToken: async (scene) => {
    const { id } = await anAccount(scene);
    const token = await scene.world.admin.createServiceAccountToken({ id });
    return { params: { id, token_id: token.id }, body: { blacklisted: true } };
  },
};

export const samplesOfCompanies: Readonly<Record<string, SampleMaker>> = { ...tenants, ...accounts };
