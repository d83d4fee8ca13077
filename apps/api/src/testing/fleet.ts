import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "#platform/database/sql";
import type { Database } from "#platform/database/database";
import { nextPhoneNumber, type TenantFixture } from "./fixtures";
import type { TestApi } from "./start-api";
import { testClock } from "./test-clock";

/** Draft of a vehicle for the API, with a licence plate of its own. */
export const vehicleDraft = (overrides: object = {}) => ({
  license_plate: `G-${randomBytes(4).toString("hex")}`,
  description: "Hearse",
  active: true,
  capacity: 2,
  ...overrides,
});

interface VehicleRow {
  readonly branchId?: string | null;
  readonly capacity?: number;
  readonly active?: boolean;
}

export async function insertVehicle(
  db: Database,
  tenantId: string,
  { branchId = null, capacity = 2, active = true }: VehicleRow = {},
): Promise<string> {
  const id = randomUUID();
  await db.systemTransaction(tenantId, (tx) =>
    tx.run(sql`
      insert into vehicles (tenant_id, id, license_plate, description, active, capacity, branch_id)
      values (${tenantId}, ${id}, ${`G ${id.slice(0, 12)}`}, 'Hearse', ${active}, ${capacity}, ${branchId})`),
  );
  return id;
}

interface DeviceRow {
  readonly disabled?: boolean;
  readonly branchId?: string;
  /** Vehicle in which the device is placed. */
  readonly vehicleId?: string | undefined;
}

export async function insertDevice(db: Database, tenantId: string, options: DeviceRow = {}) {
  const { disabled = false, branchId, vehicleId } = options;
  const [id, phone_number] = [randomUUID(), nextPhoneNumber()];
  await db.systemTransaction(tenantId, async (tx) => {
    await tx.run(sql`
      insert into devices (tenant_id, id, phone_number, disabled) values (${tenantId}, ${id}, ${phone_number}, ${disabled})`);
    if (branchId !== undefined)
      await tx.run(sql`
        insert into device_active_states (tenant_id, device_id, branch_id) values (${tenantId}, ${id}, ${branchId})`);
  });
  if (vehicleId !== undefined) await associateDevice(db, tenantId, { vehicleId, deviceId: id });
  return { id, phone_number };
}

/** Puts a device into a vehicle. */
export const associateDevice = (db: Database, tenantId: string, ids: { vehicleId: string; deviceId: string }) =>
  db.system.run(sql`
    insert into vehicle_device_associations (tenant_id, vehicle_id, device_id) values (${tenantId}, ${ids.vehicleId}, ${ids.deviceId})`);

export interface InsertTourOptions {
  readonly status?: "SCHEDULED" | "STARTED" | "FINISHED";
  /** Sub-state of a started tour. */
  readonly subState?: string;
  readonly branchId?: string | null;
  /** Vehicles of the tour; by default a new one. */
  readonly vehicleIds?: readonly string[];
  /** Number of cases that the new vehicle can carry. */
  readonly capacity?: number;
  /** Device in the first vehicle. */
  readonly deviceId?: string | null;
  readonly userId?: string | null;
  readonly startedMinutesAgo?: number;
}

/** Inserts a tour, by default one that started an hour ago with a vehicle of its own. */
export async function insertTour(db: Database, tenantId: string, options: InsertTourOptions = {}): Promise<string> {
  const { status = "STARTED", subState = "ACTIVE", branchId = null, deviceId = null, userId = null } = options;
  const vehicleIds = options.vehicleIds ?? [await insertVehicle(db, tenantId, { capacity: options.capacity ?? 2 })];
  const id = randomUUID();
  const isStarted = status === "STARTED";
  const started_at = new Date(testClock.now().getTime() - (options.startedMinutesAgo ?? 60) * 60_000);
  await db.systemTransaction(tenantId, async (tx) => {
    await tx.run(sql`
      insert into tours (tenant_id, id, name, branch_id, status, started_sub_state, started_at)
      values (${tenantId}, ${id}, 'Crew', ${branchId}, ${status}, ${isStarted ? subState : null}, ${status === "SCHEDULED" ? null : started_at})`);
    for (const [index, vehicleId] of vehicleIds.entries())
      await tx.run(sql`
        insert into tour_vehicles (tenant_id, tour_id, vehicle_id, device_id)
        values (${tenantId}, ${id}, ${vehicleId}, ${index === 0 ? deviceId : null})`);
    if (userId !== null)
      await tx.run(sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenantId}, ${id}, ${userId})`);
  });
  return id;
}

interface PositionRow {
  readonly lat?: number;
  readonly lon?: number;
  readonly fixedAt?: Date;
}
/** Sets the last position of a vehicle, or of all vehicles of a tour; by default one in Graz, just now. */
export const setLastVehiclePosition = (
  db: Database,
  { vehicleId, tourId }: { readonly vehicleId?: string; readonly tourId?: string },
  { lat = 47.07, lon = 15.44, fixedAt = testClock.now() }: PositionRow = {},
) =>
  db.system.run(sql`
    insert into vehicle_positions (tenant_id, vehicle_id, lat, lon, fixed_at, received_at)
    select tenant_id, id, ${lat}::float8, ${lon}::float8, ${fixedAt}::timestamptz, ${fixedAt}::timestamptz from vehicles
    where id = ${vehicleId ?? null} or id in (select vehicle_id from tour_vehicles where tour_id = ${tourId ?? null})
    on conflict (tenant_id, vehicle_id) do update
    set lat = excluded.lat, lon = excluded.lon, fixed_at = excluded.fixed_at, received_at = excluded.received_at`);

export const updateTourRow = (
  api: TestApi,
  tenant: TenantFixture,
  options: { id: string; status: string; sub_state: string | null },
) =>
  api.db.systemTransaction(tenant.id, (tx) =>
    tx.run(sql`
      update tours set status = ${options.status}, started_sub_state = ${options.sub_state} where tenant_id = ${tenant.id} and id = ${options.id}`),
  );

export interface StoredPosition {
  readonly vehicle_id: string;
  readonly tour_id: string | null;
  readonly lat: number;
  readonly fixed_at: string;
}
/** Reads all positions of the tenant, in the order of time. */
export const readStoredPositions = (api: TestApi, tenant: TenantFixture) =>
  api.db.system.many<StoredPosition>(sql`
    select vehicle_id, tour_id, lat, fixed_at from positions where tenant_id = ${tenant.id} order by fixed_at, vehicle_id`);

/** Time some seconds from now, by the clock of the test. */
export const timeSecondsFromNow = (api: TestApi, offsetSeconds: number) =>
  new Date(api.clock.now().getTime() + offsetSeconds * 1000).toISOString();
