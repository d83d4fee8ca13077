import { aFuneralCase } from "../apps/api/src/testing/cases";
import type { Colleague } from "./desk-testkit";

export interface RunningTour {
  readonly id: string;
  readonly vehicle_id: string;
  readonly vehicle_type_id: string;
  /** As dispatchers know it. */
  readonly plate: string;
}

/** A tour of one of the company's vehicles that has just begun, for a shift of eight hours. */
export async function aRunningTour({ api }: Colleague, place = 0): Promise<RunningTour> {
  const { vehicles } = await api.getVehicles({ size: 50 });
  const vehicle = vehicles.filter(({ active, vehicle_type }) => active && vehicle_type !== null)[place];
  if (!vehicle?.vehicle_type) throw new Error("The company has no vehicle for a tour.");
  const { id } = await api.createAndStartTour({
    branch_id: vehicle.branch_id,
    vehicles: [{ vehicle_id: vehicle.id }],
    scheduled_start_at: new Date().toISOString(),
    scheduled_end_at: new Date(Date.now() + 8 * 3_600_000).toISOString(),
  });
  return { id, vehicle_id: vehicle.id, vehicle_type_id: vehicle.vehicle_type.id, plate: vehicle.license_plate };
}

/** An open case that is due in so many minutes. */
export const anOpenCase = ({ api }: Colleague, name: string, { dueInMinutes = 60, excludes = [] as string[] } = {}) => {
  const draft = aFuneralCase({
    display_name: name,
    due_at: new Date(Date.now() + dueInMinutes * 60_000).toISOString(),
  });
  const data = draft.funeral_data as NonNullable<typeof draft.funeral_data>;
  return api.createCase({
    ...draft,
    funeral_data: { ...data, source_address: { ...data.source_address, excluded_vehicle_type_ids: excludes } },
  });
};
