import { sql } from "#platform/database/sql";
import { insertConnector, passCaseOn } from "../partners/connectors";
import { aName, type Scene, type SampleRequest } from "./scene";

type SampleMaker = (scene: Scene) => Promise<SampleRequest>;

/** Makes a case that the caller reaches, passed on by the caller if that is a program. */
async function passedCase(scene: Scene, given?: { id: string }) {
  const { api, tenant, admin } = scene.world;
  await scene.once("connector", () => insertConnector(api.db, tenant.id));
  const { id } = given ?? (await scene.reachedCase());
  const { isService, user_id } = scene.caller;
  const partner_user_id = (isService ? user_id : admin.session.user_id) as string;
  await passCaseOn(api.db, tenant.id, { case_id: id, partner_user_id });
  return { params: { id } };
}

/** Makes a case that is under way on a tour, the caller's own for callers on a tour. */
async function caseUnderWay(scene: Scene) {
  const { case: assigned, tour_id } = await scene.assigned((await scene.openCase()).id);
  const { id, lock_version } = assigned;
  await scene.world.admin.receiveAction({ id, action: "ON_THE_WAY", tour_id, lock_version });
  return passedCase(scene, { id });
}

const ofTenant = ({ world }: Scene, kind = "SYNC") => ({ params: { id: world.tenant.id, kind } });
const aConnector = { base_url: "https://93.184.216.34/leitstand", auth: "BEARER", secret: "a long and random secret" };

/** Makes a queued event of the case that the caller reaches. */
export async function aQueuedEvent({ world }: Scene, case_id: string, tenant = world.tenant): Promise<string> {
  const { id } = await world.api.db.system.one<{ id: string }>(sql`
    insert into queued_events (tenant_id, type, order_key, case_id, payload)
    values (${tenant.id}, 'case_updated', ${case_id}, ${case_id}, '{}') returning id`);
  return id;
}

const connectors: Record<string, SampleMaker> = {
  getConnector: async (scene) => {
    await scene.once("connector", () => insertConnector(scene.world.api.db, scene.world.tenant.id, { kind: "SYNC" }));
    return ofTenant(scene);
  },
  updateConnector: async (scene) => ({ ...ofTenant(scene), body: aConnector }),
  deleteConnector: async (scene) => {
    await insertConnector(scene.world.api.db, scene.world.tenant.id, { kind: "SYNC" });
    return ofTenant(scene);
  },
};

const events: Record<string, SampleMaker> = {
  getQueuedEvents: async (scene) => {
    const { home, away, foreign, foreignBranch, foreignAdmin } = scene.world;
    const marks = await scene.once("marks", async () => ({
      home: await aQueuedEvent(scene, (await scene.openCase(home)).id),
      away: await aQueuedEvent(scene, (await scene.openCase(away)).id),
      none: await aQueuedEvent(scene, (await scene.openCase(null)).id),
      foreign: await aQueuedEvent(scene, (await scene.openCase(foreignBranch, foreignAdmin)).id, foreign),
    }));
    return { query: { size: "1000" }, marks };
  },
  updateQueuedEvent: async (scene) => ({
    params: { id: await aQueuedEvent(scene, (await scene.openCase()).id) },
    body: { status: "SKIPPED", lock_version: 0 },
  }),
};

const sync: Record<string, SampleMaker> = {
  triggerSync: async ({ world: { api, tenant } }) => {
    await insertConnector(api.db, tenant.id, { kind: "SYNC" });
    await api.db.system.run(sql`update sync_runs set status = 'DONE' where tenant_id = ${tenant.id}`);
    return { params: { tenant_short_code: tenant.short_code }, query: { job: "BRANCHES" } };
  },
  getSyncRuns: async (scene) => ({
    marks: await scene.once("marks", async () => ({
      tenant: await aRun(scene, scene.world.tenant.id),
      foreign: await aRun(scene, scene.world.foreign.id),
    })),
  }),
};

async function aRun({ world }: Scene, tenantId: string): Promise<string> {
  const { id } = await world.api.db.system.one<{ id: string }>(sql`
    insert into sync_runs (tenant_id, job, status) values (${tenantId}, 'DRIVERS', 'DONE') returning id`);
  return id;
}

export const samplesOfPartners: Readonly<Record<string, SampleMaker>> = {
  ...connectors,
  ...events,
  ...sync,
  createOeamtcCase: async (scene) => {
    const { api, home } = scene.world;
    await scene.once("branch", () =>
      api.db.system.run(sql`update branches set external_id = 'home' where id = ${home}`),
    );
    return { body: { external_id: aName("job"), branch_external_id: "home", service: { key: "PH_Standard" } } };
  },
  updateOeamtcCase: async (scene) => ({ ...(await passedCase(scene)), body: { member: { number: "77" } } }),
  requestOeamtcCaseCallback: async (scene) => ({ ...(await passedCase(scene)), body: { reason: "Customer is away" } }),
  finishOeamtcCase: async (scene) => ({ ...(await caseUnderWay(scene)), body: { reason: "Drives again" } }),
  requestOeamtcTourCallback: async (scene) => {
    const { api, tenant } = scene.world;
    await scene.once("connector", () => insertConnector(api.db, tenant.id));
    return { params: { id: (await scene.tour()).id }, body: { phone_number: "+43664000000" } };
  },
};
