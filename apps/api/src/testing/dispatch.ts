import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import type { Session, TestApi } from "./start-api";

export const dispatchGrants = [
  "createCase",
  "getCases",
  "updateCase",
  "receiveAction",
  "assignCaseToTour",
  "forwardCase",
  "getTours",
  "updateTour",
  "finishTour",
  "startTour",
  "requestOeamtcCallback",
];

export interface CrewOptions {
  readonly status?: "SCHEDULED" | "STARTED" | "FINISHED";
  readonly capacity?: number;
  readonly branchId?: string | null;
  /** Grants of the driver; left out, those of dispatch. */
  readonly grants?: readonly string[];
}
/** A tour with one vehicle, and the phone that lies in it. */
export interface Crew {
  readonly tour_id: string;
  readonly driver: Session;
}

/** Makes a crew whose driver holds every grant that drivers ever hold. */
export async function aCrew(
  api: TestApi,
  tenant: Session["session"]["tenant"],
  options: CrewOptions = {},
): Promise<Crew> {
  const branchIds = options.branchId ? [options.branchId] : [];
  const driver = await api.bearer({
    tenant,
    kind: "DEVICE",
    grants: [...(options.grants ?? dispatchGrants)],
    branchIds,
  });
  const tour_id = await insertTour(api.db, tenant.id, { ...options, device_id: driver.session.device_id });
  return { tour_id, driver };
}

export async function insertTour(
  db: Database,
  tenantId: string,
  { status = "STARTED", capacity = 2, branchId = null, device_id }: CrewOptions & { device_id: string | null },
): Promise<string> {
  const [tour_id, vehicle_id] = [randomUUID(), randomUUID()];
  await db.systemTransaction(tenantId, async (tx) => {
    await tx.run(sql`
      insert into vehicles (tenant_id, id, license_plate, description, active, capacity)
      values (${tenantId}, ${vehicle_id}, ${randomBytes(4).toString("hex")}, 'Test', true, ${capacity})`);
    await tx.run(sql`
      insert into tours (tenant_id, id, name, branch_id, status, started_sub_state)
      values (${tenantId}, ${tour_id}, 'Crew', ${branchId}, ${status}, ${status === "STARTED" ? "ACTIVE" : null})`);
    await tx.run(sql`
      insert into tour_vehicles (tenant_id, tour_id, vehicle_id, device_id)
      values (${tenantId}, ${tour_id}, ${vehicle_id}, ${device_id})`);
  });
  return tour_id;
}
