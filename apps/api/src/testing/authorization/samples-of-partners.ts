import { sql } from "#platform/database/sql";
import { insertConnector, markCasePassedOn } from "../partners/connectors";
import { uniqueName, type SampleObjectFactory, type SampleRequest } from "./scene";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;

/** Makes a case that the caller reaches, passed on by the caller if that is a program. */
async function createPassedOnCase(scene: SampleObjectFactory, given?: { id: string }) {
  const { api, tenant, admin } = scene.world;
  await scene.once("connector", () => insertConnector(api.db, tenant.id));
  const { id } = given ?? (await scene.reachedCase());
  const { isService, user_id } = scene.caller;
  const partner_user_id = (isService ? user_id : admin.session.user_id) as string;
  await markCasePassedOn(api.db, tenant.id, { case_id: id, partner_user_id });
  return { params: { id } };
}

/** Makes a case that is under way on a tour, the caller's own for callers on a tour. */
async function createCaseUnderWay(scene: SampleObjectFactory) {
  const { case: assigned, tour_id } = await scene.assigned((await scene.openCase()).id);
  const { id, lock_version } = assigned;
  await scene.world.admin.receiveAction({ id, action: "ON_THE_WAY", tour_id, lock_version });
  return createPassedOnCase(scene, { id });
}

const connectorParams = ({ world }: SampleObjectFactory, kind = "SYNC") => ({ params: { id: world.tenant.id, kind } });
const connectorDraft = {
  base_url: "https://93.184.216.34/leitstand",
  auth: "BEARER",
  secret: "a long and random secret",
};

/** Makes a queued event of the case that the caller reaches. */
export async function insertSampleQueuedEvent(
  { world }: SampleObjectFactory,
  case_id: string,
  tenant = world.tenant,
): Promise<string> {
  const { id } = await world.api.db.system.one<{ id: string }>(sql`
    insert into queued_events (tenant_id, type, order_key, case_id, payload)
    values (${tenant.id}, 'case_updated', ${case_id}, ${case_id}, '{}') returning id`);
  return id;
}

const connectorSamples: Record<string, SampleMaker> = {
  getConnector: async (scene) => {
    await scene.once("connector", () => insertConnector(scene.world.api.db, scene.world.tenant.id, { kind: "SYNC" }));
    return connectorParams(scene);
  },
  updateConnector: async (scene) => ({ ...connectorParams(scene), body: connectorDraft }),
  deleteConnector: async (scene) => {
    await insertConnector(scene.world.api.db, scene.world.tenant.id, { kind: "SYNC" });
    return connectorParams(scene);
  },
};

const queuedEventSamples: Record<string, SampleMaker> = {
  getQueuedEvents: async (scene) => {
    const { home, away, foreign, foreignBranch, foreignAdmin } = scene.world;
    const marks = await scene.once("marks", async () => ({
      home: await insertSampleQueuedEvent(scene, (await scene.openCase(home)).id),
      away: await insertSampleQueuedEvent(scene, (await scene.openCase(away)).id),
      none: await insertSampleQueuedEvent(scene, (await scene.openCase(null)).id),
      foreign: await insertSampleQueuedEvent(scene, (await scene.openCase(foreignBranch, foreignAdmin)).id, foreign),
    }));
    return { query: { size: "1000" }, marks };
  },
  updateQueuedEvent: async (scene) => ({
    params: { id: await insertSampleQueuedEvent(scene, (await scene.openCase()).id) },
    body: { status: "SKIPPED", lock_version: 0 },
  }),
};

const syncSamples: Record<string, SampleMaker> = {
  triggerSync: async ({ world: { api, tenant } }) => {
    await insertConnector(api.db, tenant.id, { kind: "SYNC" });
    await api.db.system.run(sql`update sync_runs set status = 'DONE' where tenant_id = ${tenant.id}`);
    return { params: { tenant_short_code: tenant.short_code }, query: { job: "BRANCHES" } };
  },
  getSyncRuns: async (scene) => ({
    marks: await scene.once("marks", async () => ({
      tenant: await insertSyncRun(scene, scene.world.tenant.id),
      foreign: await insertSyncRun(scene, scene.world.foreign.id),
    })),
  }),
};

async function insertSyncRun({ world }: SampleObjectFactory, tenantId: string): Promise<string> {
  const { id } = await world.api.db.system.one<{ id: string }>(sql`
    insert into sync_runs (tenant_id, job, status) values (${tenantId}, 'DRIVERS', 'DONE') returning id`);
  return id;
}

export const partnerSampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  ...connectorSamples,
  ...queuedEventSamples,
  ...syncSamples,
  createOeamtcCase: async (scene) => {
    const { api, home } = scene.world;
    await scene.once("branch", () =>
      api.db.system.run(sql`update branches set external_id = 'home' where id = ${home}`),
    );
    return { body: { external_id: uniqueName("job"), branch_external_id: "home", service: { key: "PH_Standard" } } };
  },
  updateOeamtcCase: async (scene) => ({ ...(await createPassedOnCase(scene)), body: { member: { number: "77" } } }),
  requestOeamtcCaseCallback: async (scene) => ({
    ...(await createPassedOnCase(scene)),
    body: { reason: "Customer is away" },
  }),
  finishOeamtcCase: async (scene) => ({ ...(await createCaseUnderWay(scene)), body: { reason: "Drives again" } }),
  requestOeamtcTourCallback: async (scene) => {
    const { api, tenant } = scene.world;
    await scene.once("connector", () => insertConnector(api.db, tenant.id));
    return { params: { id: (await scene.tour()).id }, body: { phone_number: "+43664000000" } };
  },
};
