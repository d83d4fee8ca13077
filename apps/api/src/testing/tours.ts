import { randomUUID } from "node:crypto";
import { insertTokenBearer, insertBranch, type TenantFixture } from "./fixtures";
import { insertDevice, insertVehicle } from "./fleet";
import type { TestApi } from "./start-api";
import { sql } from "#platform/database/sql";

/** Makes a branch with people, vehicles and devices to plan tours with. */
export async function createDepot(api: TestApi, tenant: TenantFixture) {
  const branch = await insertBranch(api.db, tenant.id);
  return { tenant, branch, ...crewHelpers(api, tenant, branch), ...caseHelpers(api, tenant, branch) };
}
export type DepotFixture = Awaited<ReturnType<typeof createDepot>>;

/** Makes a depot, and an office of its branch that does everything with tours. */
export async function createDepotWithOffice(api: TestApi, tenant: TenantFixture) {
  const depot = await createDepot(api, tenant);
  return { depot, office: await api.bearer({ tenant, grants: tourOfficeGrants, branchIds: [depot.branch] }) };
}

const crewHelpers = (api: TestApi, tenant: TenantFixture, branch: string) => ({
  aUser: async () => {
    const { user_id } = await insertTokenBearer(api.db, {
      tenant,
      roleType: "DRIVER",
      grants: [],
      branchIds: [branch],
    });
    return user_id as string;
  },
  aVehicle: (options: { active?: boolean } = {}) => insertVehicle(api.db, tenant.id, { ...options, branchId: branch }),
  /** Inserts a phone, in the given vehicle if there is one. */
  aDevice: async (vehicleId?: string) => (await insertDevice(api.db, tenant.id, { branchId: branch, vehicleId })).id,
});

const caseHelpers = (api: TestApi, tenant: TenantFixture, branch: string) => ({
  /** Puts a case on the tour, in the state and bucket of the test. */
  aCaseOn: async (tour: string, { state = "ASSIGNED", bucket = "open" }: { state?: string; bucket?: string } = {}) => {
    const id = randomUUID();
    await runAsTenant(api, tenant, async (tx) => {
      await tx.run(sql`
        insert into cases (tenant_id, id, display_name, branch_id, data_type, state, approved, funeral_data, last_assigned_tour_id)
        values (${tenant.id}, ${id}, 'Maria Muster', ${branch}, 'FUNERAL', 'ASSIGNED', true, '{}', ${tour})`);
      await tx.run(sql`
        insert into case_links (tenant_id, case_id, tour_id, state, bucket) values (${tenant.id}, ${id}, ${tour}, ${state}, ${bucket})`);
    });
    return id;
  },
});

const runAsTenant = <T>(api: TestApi, tenant: TenantFixture, work: Parameters<typeof api.db.systemTransaction<T>>[1]) =>
  api.db.systemTransaction(tenant.id, work);

interface SeenEvent {
  readonly type: string;
  readonly audience: { branch_ids: string[]; user_ids: string[]; device_ids: string[] };
  readonly payload: { tour_id: string; change?: string };
}
/** Events about a tour on the live stream, in the order of the log. */
export const readTourEvents = (api: TestApi, tour: string) =>
  api.db.system.many<SeenEvent>(sql`
    select type, audience, payload from events where payload ->> 'tour_id' = ${tour} order by xid, id`);

/** Grants for everything that the office does with tours. */
export const tourOfficeGrants = [
  "getTours",
  "createTour",
  "updateTour",
  "deleteTour",
  "finishTour",
  "sendUpdateLocationMessage",
];
export const morningShiftTimes = {
  scheduled_start_at: "2027-03-02T06:00:00Z",
  scheduled_end_at: "2027-03-02T14:00:00Z",
};
