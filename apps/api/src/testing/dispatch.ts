import { insertTour, type TourRow } from "./fleet";
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

export interface CrewOptions extends Pick<TourRow, "status" | "capacity" | "branchId"> {
  /** Grants of the driver; left out, those of dispatch. */
  readonly grants?: readonly string[];
}
/** A tour with one vehicle, and the phone placed in it. */
export interface TourCrew {
  readonly tour_id: string;
  readonly driver: ApiSession;
}

/** Makes a crew whose driver holds every grant that drivers ever hold. */
export async function createCrew(
  api: TestApi,
  tenant: ApiSession["session"]["tenant"],
  options: CrewOptions = {},
): Promise<TourCrew> {
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
