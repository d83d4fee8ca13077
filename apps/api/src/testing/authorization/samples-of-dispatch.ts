import { type Sql, sql } from "#platform/database/sql";
import { randomUUID } from "node:crypto";
import { createPdfFile, type SampleObjectFactory, type SampleRequest, isoTimeInOneHour } from "./scene";
import { createPerBranchAndTenant } from "./samples-of-fleet";
import { testClock } from "../test-clock";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;

/** Makes one case in each place, and for callers on a tour one that only their tour shows them. */
async function createCasesEverywhere(scene: SampleObjectFactory) {
  const { common: none, ...placed } = await createPerBranchAndTenant(scene, scene.openCase);
  const marks = { ...placed, none };
  return scene.caller.aboard ? { ...marks, own: (await scene.reachedCase()).id } : marks;
}

async function createToursEverywhere(scene: SampleObjectFactory) {
  const { common: none, ...placed } = await createPerBranchAndTenant(scene, scene.strangersTour, "tours");
  const marks = { ...placed, none };
  return scene.caller.aboard ? { ...marks, own: (await scene.tour()).id } : marks;
}

const caseSamples: Record<string, SampleMaker> = {
  createCase: async (scene) => ({ body: scene.caseRequest(scene.world.home) }),
  getCases: async (scene) => ({ body: { size: 1000 }, marks: await createCasesEverywhere(scene) }),
  getBranchesAssociatedCases: async (scene) => ({
    body: { branch_ids: [scene.world.home] },
    marks: await createCasesEverywhere(scene),
  }),
  updateCase: async (scene) => {
    const { id, lock_version } = await scene.reachedCase();
    return { params: { id }, body: { ...scene.caseRequest(scene.world.home), lock_version } };
  },
  setTodoCompleted: async (scene) => {
    await scene.once("template", () => scene.template());
    const { id, todos } = await scene.reachedCase();
    const todo_id = todos?.pickup[0]?.id as string;
    return { params: { case_id: id, todo_id }, body: { completed: true } };
  },
  receiveAction: async (scene) => {
    const { case: assigned, tour_id } = await scene.assigned((await scene.openCase()).id);
    const { id, lock_version } = assigned;
    return { params: { id }, body: { action: "ACCEPT", tour_id, lock_version } };
  },
  reassignCase: async (scene) => {
    const { case: assigned, tour_id: from_tour_id } = await scene.assigned((await scene.openCase()).id);
    const { id: to_tour_id } = await scene.strangersTour();
    const { id, lock_version } = assigned;
    return { params: { id }, body: { from_tour_id, to_tour_id, lock_version } };
  },
  updateCaseTimeWindow: async (scene) => {
    const { id, lock_version } = await scene.reachedCase();
    return { params: { id }, body: { due_at: isoTimeInOneHour(), lock_version } };
  },
  getDashboard: async (scene) => {
    const { home_tour, away_tour, foreign_tour } = await scene.once("named", async () => {
      const { home, away, foreign } = await createToursEverywhere(scene);
      return { home_tour: home as string, away_tour: away as string, foreign_tour: foreign as string };
    });
    return { marks: { ...(await createCasesEverywhere(scene)), home_tour, away_tour, foreign_tour } };
  },
};

const receiptSamples: Record<string, SampleMaker> = {
  confirmReceipt: async (scene) => {
    const { case: found, tour_id } = await scene.assigned((await scene.openCase()).id);
    return { body: { receipts: [{ case_id: found.id, tour_id, received_at: testClock.now().toISOString() }] } };
  },
};

const assetSamples: Record<string, SampleMaker> = {
  uploadCaseAssets: async (scene) => ({ params: { id: (await scene.reachedCase()).id }, file: createPdfFile() }),
  uploadRsaFile: async (scene) => ({ body: { case_id: (await scene.reachedCase()).id }, file: createPdfFile() }),
};

export async function createSampleAsset(scene: SampleObjectFactory): Promise<string> {
  const { id } = await scene.reachedCase();
  return (await scene.world.admin.uploadCaseAssets({ id, file: createPdfFile() })).id;
}

const messageSamples: Record<string, SampleMaker> = {
  getCriticalMessages: async (scene) => ({
    marks: await scene.once("marks", async () => ({
      home: await createSampleMessage(scene, scene.world.home),
      away: await createSampleMessage(scene, scene.world.away),
      none: await createSampleMessage(scene, null),
    })),
  }),
};

export async function createSampleMessage({ world }: SampleObjectFactory, branch_id: string | null): Promise<string> {
  const id = randomUUID();
  await world.api.db.system.run(sql`
    insert into critical_messages (tenant_id, id, kind, title, branch_id)
    values (${world.tenant.id}, ${id}, 'CASE_ALARM_UNANSWERED', 'No answer', ${branch_id})`);
  return id;
}

const namedTourAndCase = async (scene: SampleObjectFactory, given: { started?: boolean } = {}) => {
  const { id, lock_version } = await scene.tour(scene.world.home, given);
  return { params: { id }, lock_version };
};

const tourSamples: Record<string, SampleMaker> = {
  getTours: async (scene) => ({ query: { size: "1000" }, marks: await createToursEverywhere(scene) }),
  getToursAssociatedCases: async (scene) => {
    const marks = await createToursEverywhere(scene);
    return { body: { tour_ids: Object.values(marks) }, marks };
  },
  getTourPlans: async (scene) => {
    const marks = await createToursEverywhere(scene);
    return { body: { tour_ids: Object.values(marks) }, marks };
  },
  updateTourSequence: async (scene) => ({
    params: (await namedTourAndCase(scene)).params,
    body: { sequence: [], version: 0 },
  }),
  getTourByNaturalId: async (scene) => ({ params: { natural_id: (await scene.tour()).natural_id } }),
  getStartedTourOfVehicle: async (scene) => {
    const { vehicle_device_associations: crews } = await scene.tour();
    return { params: { id: crews[0]?.vehicle.id as string } };
  },
  duplicateTour: async (scene) => ({
    body: { tour_id: (await scene.tour()).id, scheduled_start_at: isoTimeInOneHour() },
  }),
  createScheduledTour: async (scene) => ({
    body: { branch_id: scene.world.home, scheduled_start_at: isoTimeInOneHour() },
  }),
  createAndStartTour: async (scene) => {
    const { id: vehicle_id } = await scene.vehicle();
    const { aboard, user_id, device_id } = scene.caller;
    const user_ids = aboard && user_id ? [user_id] : [];
    const vehicles = [{ vehicle_id, device_id: aboard ? device_id : null }];
    return { body: { branch_id: scene.world.home, user_ids, vehicles } };
  },
  setScheduledTourUsers: async (scene) => ({
    params: (await namedTourAndCase(scene, { started: false })).params,
    body: { user_ids: [(await scene.user()).id] },
  }),
  setScheduledTourVehicles: async (scene) => ({
    params: (await namedTourAndCase(scene, { started: false })).params,
    body: { vehicles: [{ vehicle_id: (await scene.vehicle()).id }] },
  }),
  startTour: async (scene) => {
    const { params, lock_version } = await namedTourAndCase(scene, { started: false });
    return { params, body: { lock_version } };
  },
  sendUpdateLocationMessage: async (scene) => ({ body: { vehicle_ids: [(await scene.vehicle()).id] } }),
};

const roadsideSamples: Record<string, SampleMaker> = {
  getRsaTours: async (scene) => ({ query: { size: "1000" }, marks: await createToursEverywhere(scene) }),
  assignCasesToTours: async (scene) => {
    const { id: case_id, lock_version } = await scene.openCase();
    const { id: tour_id } = await scene.tour();
    // The call itself succeeds; a caller who may not assign is refused case by case.
    return { body: { assignments: [{ case_id, tour_id, lock_version }] }, marks: { assigned: '"assigned":true' } };
  },
  assignCaseToTour: async (scene) => {
    const { id: case_id, lock_version } = await scene.openCase();
    return { params: (await namedTourAndCase(scene)).params, body: { case_id, lock_version } };
  },
  forwardAssignCase: async (scene) => {
    const { case: assigned, tour_id } = await scene.assigned((await scene.openCase()).id);
    const { id } = await scene.strangersTour();
    const { id: case_id, lock_version } = assigned;
    return { params: { id }, body: { case_id, lock_version, from_tour_id: tour_id, reason: "Tow truck" } };
  },
  forwardRollbackCase: async (scene) => {
    const { case: assigned, tour_id: from_tour_id } = await scene.assigned((await scene.openCase()).id);
    const { id: case_id, lock_version } = assigned;
    const { id } = await scene.strangersTour();
    const { admin } = scene.world;
    await admin.forwardAssignCase({ id, case_id, lock_version, from_tour_id, reason: "Tow truck" });
    const forwarded = await admin.getCase({ id: case_id });
    return { body: { case_id, lock_version: forwarded.lock_version, from_tour_id } };
  },
};

/** Samples of statistics: the same cases and tours, changed so that a statistic counts them. */
const statisticsSamples: Record<string, SampleMaker> = {
  getActiveToursStatistics: async (scene) => {
    const marks = await createToursEverywhere(scene);
    await scene.world.api.db.system.run(sql`
      update tours set started_at = now() - interval '2 hours' where id = any(${Object.values(marks)}::uuid[])`);
    return { query: { duration: "PT1H" }, marks };
  },
  getCasesWithoutAddressesStatistics: (scene) =>
    createCountedCases(scene, sql`funeral_data = funeral_data || '{"target_address": null}'`),
  getTopDestinationAddressesStatistics: async () => ({ query: { period: "YEAR", limit: "10" } }),
  getTopSourceAddressesStatistics: async () => ({ query: { period: "YEAR", limit: "10" } }),
  getUnassignedCasesStatistics: async (scene) => ({
    ...(await createCountedCases(scene, sql`due_at = now()`)),
    query: { due_to: isoTimeInOneHour() },
  }),
  getUnassignedCasesEarlyPickupStatistics: (scene) =>
    createCountedCases(scene, sql`funeral_data = funeral_data || '{"transport_type": "Vorzeitige Abholung"}'`),
};

async function createCountedCases(scene: SampleObjectFactory, change: Sql): Promise<SampleRequest> {
  const marks = await createCasesEverywhere(scene);
  await scene.world.api.db.system.run(
    sql`update cases set ${change} where id = any(${Object.values(marks)}::uuid[]) and data_type = 'FUNERAL'`,
  );
  return { marks };
}

export const dispatchSampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  ...caseSamples,
  ...receiptSamples,
  ...assetSamples,
  ...messageSamples,
  ...tourSamples,
  ...roadsideSamples,
  ...statisticsSamples,
};
