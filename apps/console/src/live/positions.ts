import { createStore } from "@leitstand/app/store";

/** Position of a vehicle. Positions go from the stream to the map without passing through React. */
export interface VehiclePosition {
  readonly vehicle_id: string;
  readonly lat: number;
  readonly lon: number;
  readonly heading_degrees: number | null;
  readonly speed_meters_per_second: number | null;
  readonly fixed_at: string;
}

const newestPositions = new Map<string, VehiclePosition>();
/** Number of changes of positions; the map reads it at most once a frame. */
export const positionsVersionStore = createStore(0);

export const positionOfVehicle = (vehicle_id: string) => newestPositions.get(vehicle_id);
export const iterateNewestVehiclePositions = (): IterableIterator<VehiclePosition> => newestPositions.values();

/** Keeps the newest position of each vehicle: the stream does not guarantee order among positions. */
export function storePositions(positions: readonly VehiclePosition[]) {
  for (const position of positions) {
    const known = newestPositions.get(position.vehicle_id);
    if (known === undefined || known.fixed_at <= position.fixed_at) newestPositions.set(position.vehicle_id, position);
  }
  if (positions.length > 0) positionsVersionStore.set(positionsVersionStore.get() + 1);
}

export function forgetPositions() {
  newestPositions.clear();
  positionsVersionStore.set(positionsVersionStore.get() + 1);
}
