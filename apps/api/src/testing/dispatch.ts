import { insertTour, type InsertTourOptions } from "./fleet";
import type { ApiSession, TestApi } from "./start-api";

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

export interface CreateTourCrewOptions extends Pick<InsertTourOptions, "status" | "capacity" | "branchId"> {
  /** Grants of the driver; left out, those of dispatch. */
  readonly grants?: readonly string[];
}
/** A tour with one vehicle, and the phone placed in it. */
export interface CreatedTourCrew {
  readonly tour_id: string;
  readonly driver: ApiSession;
}

/** Makes a crew whose driver holds every grant that drivers ever hold. */
export async function createTestTourCrew(
  api: TestApi,
  tenant: ApiSession["session"]["tenant"],
  options: CreateTourCrewOptions = {},
): Promise<CreatedTourCrew> {
  const branchIds = options.branchId ? [options.branchId] : [];
  const driver = await api.bearer({
    tenant,
    kind: "DEVICE",
    grants: [...(options.grants ?? dispatchGrants)],
    branchIds,
  });
  const tour_id = await insertTour(api.db, tenant.id, { ...options, deviceId: driver.session.device_id });
  return { tour_id, driver };
}
