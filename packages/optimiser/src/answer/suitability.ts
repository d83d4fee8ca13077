import type { CompiledProblem } from "../model/compile";
import type { Job, Shipment, Vehicle } from "../problem/problem";
import type { RequestObstacle } from "../problem/solution";

/**
 * Obstacle that no order of the vehicle's tour could remove: pins, types, skills, and a load that alone is too much.
 */
export function findPermanentObstacle(vehicle: Vehicle, request: Job | Shipment): RequestObstacle | undefined {
  if (request.pinned_to !== undefined && request.pinned_to !== vehicle.id) return "pinned";
  // Whether cargo that is on board already suits the vehicle is not asked.
  if ("is_on_board" in request && request.is_on_board) return undefined;
  if (vehicle.type !== undefined && request.excluded_vehicle_types?.includes(vehicle.type)) return "vehicle_type";
  if (!request.skills?.every((skill) => vehicle.skills?.includes(skill) ?? false) && request.skills) return "skills";
  return exceedsCapacity(vehicle, request) ? "capacity" : undefined;
}

function exceedsCapacity({ capacity }: Vehicle, request: Job | Shipment): boolean {
  if (!capacity) return false;
  return loadsOfRequest(request).some((load) => load.some((value, dimension) => value > (capacity[dimension] ?? 0)));
}

const loadsOfRequest = (request: Job | Shipment): readonly (readonly number[])[] =>
  "location_index" in request ? [request.delivery ?? [], request.pickup ?? []] : [request.amount ?? []];

/** Fills the model's table of which vehicle may serve which request. */
export function fillSuitabilityTable({ problem, model, sourceRequests }: CompiledProblem): void {
  for (const [request, { spec }] of sourceRequests.entries()) {
    for (const [vehicle, source] of problem.vehicles.entries()) {
      const isAllowed = findPermanentObstacle(source, spec) === undefined;
      model.requests.isAllowed[request * problem.vehicles.length + vehicle] = isAllowed ? 1 : 0;
    }
  }
}
