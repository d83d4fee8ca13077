import { randomUUID } from "node:crypto";
import { sql } from "#platform/database/sql";
import { insertBranch, insertBranchGroup, nextPhoneNumber } from "../fixtures";
import { createPdfFile, uniqueName, type SampleObjectFactory, type SampleRequest } from "./scene";
import { testClock } from "../test-clock";
import { setLastVehiclePosition } from "../fleet";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;

/** Makes one object in each place, once for all callers; `common` belongs to no branch. */
export async function createPerBranchAndTenant(
  scene: SampleObjectFactory,
  make: (branch: string | null, admin: SampleObjectFactory["world"]["admin"]) => Promise<{ id: string }>,
  name = "marks",
) {
  const { home, away, foreignBranch, admin, foreignAdmin } = scene.world;
  return scene.once(name, async () => ({
    home: (await make(home, admin)).id,
    away: (await make(away, admin)).id,
    common: (await make(null, admin)).id,
    foreign: (await make(foreignBranch, foreignAdmin)).id,
  }));
}

/** Makes objects that belong to the tenant as a whole, in both tenants. */
export async function createInBothTenants(
  scene: SampleObjectFactory,
  make: (admin: SampleObjectFactory["world"]["admin"]) => Promise<{ id: string }>,
) {
  const { admin, foreignAdmin } = scene.world;
  return scene.once("marks", async () => ({
    tenant: (await make(admin)).id,
    foreign: (await make(foreignAdmin)).id,
  }));
}

const areaSamples: Record<string, SampleMaker> = {
  getAreas: async (scene) => ({ marks: await createPerBranchAndTenant(scene, scene.area) }),
  getAreaWaitingTimes: async (scene) => ({
    marks: await createPerBranchAndTenant(scene, async (branch, admin) => {
      const { id, lock_version } = await scene.area(branch, admin);
      return admin.updateAreaWaitingTime({ id, waiting_minutes: 20, lock_version });
    }),
  }),
  getResponsibilityClaims: async (scene) => ({
    marks: await createPerBranchAndTenant(scene, async (branch, admin) =>
      admin.createResponsibilityClaim({
        area_id: (await scene.area(branch, admin)).id,
        service_key: uniqueName("service"),
      }),
    ),
  }),
  createResponsibilityClaim: async (scene) => ({ body: { area_id: (await scene.area()).id, service_key: "towing" } }),
};

const branchSamples: Record<string, SampleMaker> = {
  getBranches: async ({ world }) => ({
    marks: { home: world.home, away: world.away, foreign: world.foreignBranch },
  }),
  deleteBranch: async ({ world }) => ({ params: { id: await insertBranch(world.api.db, world.tenant.id) } }),
  getBranchGroups: async (scene) => ({
    marks: await scene.once("marks", async () => ({
      home: scene.world.homeGroup,
      away: scene.world.awayGroup,
      both: await insertBranchGroup(scene.world.api.db, scene.world.tenant.id, [scene.world.home, scene.world.away]),
      foreign: await insertBranchGroup(scene.world.api.db, scene.world.foreign.id, [scene.world.foreignBranch]),
    })),
  }),
};

export const createSampleVehicleType = (admin: SampleObjectFactory["world"]["admin"]) =>
  admin.createVehicleType({ name: uniqueName("type"), short_key: uniqueName("T").slice(2, 10) });

const vehicleCheckDraft = () => ({
  client_id: randomUUID(),
  occurred_at: testClock.now().toISOString(),
  phase: "START" as const,
  mileage_km: 84_210,
  items: [],
});

const vehicleSamples: Record<string, SampleMaker> = {
  getVehicles: async (scene) => ({
    query: { size: "1000" },
    marks: await createPerBranchAndTenant(scene, scene.vehicle),
  }),
  createVehicleCheck: async (scene) => ({ params: { id: (await scene.vehicle()).id }, body: vehicleCheckDraft() }),
  uploadVehicleAsset: async (scene) => {
    const { id } = await scene.vehicle();
    const client_id = randomUUID();
    const template = { title: uniqueName("todo"), type: "VEHICLE_TEMPLATE" } as const;
    const { id: template_id } = await scene.once("template", () => scene.world.admin.createTodoTemplate(template));
    const items = [{ template_id, result: "OK" as const, photo_ids: [client_id] }];
    await scene.world.admin.createVehicleCheck({ id, ...vehicleCheckDraft(), items });
    return { params: { id }, body: { client_id }, file: createPdfFile() };
  },
  getVehicleTypes: async (scene) => ({
    marks: await createInBothTenants(scene, createSampleVehicleType),
  }),
  getLocations: async (scene) => ({
    marks: {
      ...(await createPerBranchAndTenant(scene, async (branch, admin) =>
        addPosition(scene, await scene.vehicle(branch, admin)),
      )),
      ...(scene.caller.aboard ? { own: await sendOwnPosition(scene) } : {}),
    },
  }),
  getNearestActiveVehicles: async (scene) => ({
    query: { target_location: "15.43,47.07", size: "100" },
    marks: {
      ...(await createPerBranchAndTenant(scene, async (branch, admin) => {
        const vehicle = await scene.vehicle(branch, admin);
        await admin.createAndStartTour({ branch_id: branch, vehicles: [{ vehicle_id: vehicle.id }] });
        return addPosition(scene, vehicle);
      })),
      ...(scene.caller.aboard ? { own: await sendOwnPosition(scene) } : {}),
    },
  }),
  getOwnLocations: async (scene) => {
    const own: Record<string, string> = scene.caller.aboard ? { own: await sendTourPosition(scene) } : {};
    const hour = {
      from: new Date(testClock.now().getTime() - 3_600_000).toISOString(),
      to: testClock.now().toISOString(),
    };
    return { query: hour, marks: own };
  },
  getOwnLocationReaders: async () => ({ marks: {} }),
  updateLocation: async (scene) => ({
    body: {
      locations: [
        {
          lat: 47.07,
          lon: 15.43,
          time: testClock.now().toISOString(),
          ...(scene.caller.isService ? { vehicle_id: (await scene.vehicle()).id } : {}),
        },
      ],
    },
  }),
};

async function sendOwnPosition(scene: SampleObjectFactory) {
  const { vehicle_device_associations: crews } = await scene.tour();
  const id = crews[0]?.vehicle.id as string;
  return (await addPosition(scene, { id })).id;
}

async function sendTourPosition(scene: SampleObjectFactory) {
  const { id: tourId, vehicle_device_associations: crews } = await scene.tour();
  const id = crews[0]?.vehicle.id as string;
  await scene.world.api.db.system.run(sql`
    insert into positions (tenant_id, vehicle_id, tour_id, lat, lon, fixed_at)
    select tenant_id, id, ${tourId}, 47.07, 15.43, now() - interval '1 minute' from vehicles where id = ${id}`);
  return id;
}

async function addPosition<T extends { id: string }>({ world }: SampleObjectFactory, vehicle: T): Promise<T> {
  await setLastVehiclePosition(world.api.db, { vehicleId: vehicle.id });
  return vehicle;
}

const catalogueSamples: Record<string, SampleMaker> = {
  getSkills: async (scene) => ({ marks: await createInBothTenants(scene, scene.skill) }),
  getTodoTemplates: async (scene) => ({ marks: await createInBothTenants(scene, scene.template) }),
};

const activeInHomeBranch = ({ world }: SampleObjectFactory) => [{ branch_id: world.home, active: true }];
/** A device can name only itself; all other callers name one of the home branch. */
const deviceOfCaller = async (scene: SampleObjectFactory) =>
  (scene.caller.owns && scene.caller.device_id) || (await scene.device()).id;

const deviceSamples: Record<string, SampleMaker> = {
  getDevices: async (scene) => ({ marks: await createPerBranchAndTenant(scene, scene.device) }),
  createDevice: async (scene) => ({
    body: { phone_number: nextPhoneNumber(), active_states: activeInHomeBranch(scene) },
  }),
  updateDevice: async (scene) => {
    const { id, phone_number, lock_version } = await scene.device();
    return { params: { id }, body: { phone_number, active_states: activeInHomeBranch(scene), lock_version } };
  },
  deleteDevice: async (scene) => ({
    params: { id: (await scene.device()).id },
    query: { branch_id: scene.world.home },
  }),
  updateOwnPushToken: async () => ({ body: { push_token: uniqueName("push") } }),
  updatePushToken: async (scene) => ({
    params: { id: await deviceOfCaller(scene) },
    body: { push_token: uniqueName("push") },
  }),
  updateInstalledAppInfo: async (scene) => ({
    params: { id: await deviceOfCaller(scene) },
    body: { version: "1.2.3" },
  }),
  updateDeviceMetadata: async (scene) => ({ params: { id: await deviceOfCaller(scene) }, body: { language: "de" } }),
  getRsaDevices: async (scene) => ({ marks: await createPerBranchAndTenant(scene, scene.unit) }),
  getRsaDevicesOfBranchGroup: async (scene) => ({
    params: { branch_group_id: scene.world.homeGroup },
    marks: await createPerBranchAndTenant(scene, scene.unit),
  }),
  createRsaDevice: async (scene) => ({
    body: { name: uniqueName("unit"), phone_number: nextPhoneNumber(), active_states: activeInHomeBranch(scene) },
  }),
  updateRsaDevice: async (scene) => {
    const { id, phone_number, lock_version } = await scene.unit();
    const body = { name: uniqueName("unit"), phone_number, active_states: activeInHomeBranch(scene), lock_version };
    return { params: { id }, body };
  },
};

export const fleetSampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  ...areaSamples,
  ...branchSamples,
  ...vehicleSamples,
  ...catalogueSamples,
  ...deviceSamples,
};
