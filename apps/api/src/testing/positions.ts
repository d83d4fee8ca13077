import { randomBytes, randomUUID } from "node:crypto";
import type { TenantFixture } from "./fixtures";
import type { TestApi } from "./start-api";
import { sql } from "#platform/database/sql";

export const aPhoneNumber = () =>
  `+43${BigInt(`0x${randomBytes(5).toString("hex")}`)
    .toString()
    .slice(0, 10)
    .padStart(10, "1")}`;

/** Inserts a vehicle for tests of positions. */
export async function aVehicle(api: TestApi, tenant: TenantFixture, branchId: string | null = null): Promise<string> {
  const id = randomUUID();
  await api.db.systemTransaction(tenant.id, (tx) =>
    tx.run(sql`
      insert into vehicles (tenant_id, id, license_plate, description, active, capacity, branch_id)
      values (${tenant.id}, ${id}, ${`G ${id.slice(0, 12)}`}, 'Hearse', true, 2, ${branchId})`),
  );
  return id;
}

export interface TourOptions {
  readonly vehicleIds: readonly string[];
  readonly deviceId?: string | null;
  readonly userId?: string | null;
  readonly branchId?: string | null;
  readonly startedMinutesAgo?: number;
}

/** Makes a started tour; the device drives the first of its vehicles. */
export async function aStartedTour(api: TestApi, tenant: TenantFixture, options: TourOptions): Promise<string> {
  const id = randomUUID();
  const started_at = new Date(api.clock.now().getTime() - (options.startedMinutesAgo ?? 60) * 60_000);
  await api.db.systemTransaction(tenant.id, async (tx) => {
    await tx.run(sql`
      insert into tours (tenant_id, id, branch_id, status, started_sub_state, started_at)
      values (${tenant.id}, ${id}, ${options.branchId ?? null}, 'STARTED', 'ACTIVE', ${started_at})`);
    for (const [index, vehicleId] of options.vehicleIds.entries())
      await tx.run(sql`
        insert into tour_vehicles (tenant_id, tour_id, vehicle_id, device_id)
        values (${tenant.id}, ${id}, ${vehicleId}, ${index === 0 ? (options.deviceId ?? null) : null})`);
    if (options.userId)
      await tx.run(
        sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant.id}, ${id}, ${options.userId})`,
      );
  });
  return id;
}

export const setTour = (
  api: TestApi,
  tenant: TenantFixture,
  options: { id: string; status: string; sub_state: string | null },
) =>
  api.db.systemTransaction(tenant.id, (tx) =>
    tx.run(sql`
      update tours set status = ${options.status}, started_sub_state = ${options.sub_state} where tenant_id = ${tenant.id} and id = ${options.id}`),
  );

export const putInto = (api: TestApi, tenant: TenantFixture, options: { vehicleId: string; deviceId: string }) =>
  api.db.systemTransaction(tenant.id, (tx) =>
    tx.run(sql`
      insert into vehicle_device_associations (tenant_id, vehicle_id, device_id) values (${tenant.id}, ${options.vehicleId}, ${options.deviceId})`),
  );

export interface KeptPosition {
  readonly vehicle_id: string;
  readonly tour_id: string | null;
  readonly lat: number;
  readonly fixed_at: string;
}
/** Reads all positions of the tenant, in the order of time. */
export const positionsOf = (api: TestApi, tenant: TenantFixture) =>
  api.db.system.many<KeptPosition>(sql`
    select vehicle_id, tour_id, lat, fixed_at from positions where tenant_id = ${tenant.id} order by fixed_at, vehicle_id`);

/** Time some seconds from now, by the clock of the test. */
export const timeOf = (api: TestApi, offsetSeconds: number) =>
  new Date(api.clock.now().getTime() + offsetSeconds * 1000).toISOString();
