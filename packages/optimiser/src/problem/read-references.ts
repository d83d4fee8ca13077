import { type Job, type Problem, type Shipment, type Vehicle, type VehicleStep, profileOf } from "./problem";
import { throwPlanningProblemError } from "./read-values";

/**
 * Checks relations between values: that ids are unique, that indices and ids refer to something, that begun tours are
 * possible.
 */
export function checkProblemReferences(problem: Problem): void {
  const { vehicles, jobs = [], shipments = [] } = problem;
  refuseDuplicateIds(vehicles.map(({ id }, index) => ({ id, path: `vehicles[${index}].id` })));
  refuseDuplicateIds(jobs.map(({ id }, index) => ({ id, path: `jobs[${index}].id` })));
  for (const stop of ["pickup", "delivery"] as const) {
    refuseDuplicateIds(
      shipments.map((shipment, index) => ({ id: shipment[stop].id, path: `shipments[${index}].${stop}.id` })),
    );
  }
  checkPlaces(problem);
  const ids = new Set(vehicles.map(({ id }) => id));
  const pinned = [
    ...jobs.map((job, index) => ({ job, path: `jobs[${index}].pinned_to` })),
    ...shipments.map((job, index) => ({ job, path: `shipments[${index}].pinned_to` })),
  ];
  for (const { job, path } of pinned) {
    if (job.pinned_to !== undefined && !ids.has(job.pinned_to))
      throwPlanningProblemError("UNKNOWN", path, "is the id of no vehicle");
  }
  for (const [index, vehicle] of vehicles.entries()) {
    checkLimits(problem, vehicle, `vehicles[${index}]`);
    refuseDuplicateIds(
      (vehicle.breaks ?? []).map(({ id }, number) => ({ id, path: `vehicles[${index}].breaks[${number}].id` })),
    );
  }
  checkSteps(problem);
}

function refuseDuplicateIds(things: readonly { readonly id: number; readonly path: string }[]): void {
  const seen = new Set<number>();
  for (const { id, path } of things) {
    if (seen.has(id)) throwPlanningProblemError("DUPLICATE", path, `is used twice: ${id}`);
    seen.add(id);
  }
}

/** Checks that every place is in all matrices, as any vehicle may come to any place. */
function checkPlaces({ vehicles, jobs = [], shipments = [], matrices }: Problem): void {
  const places = [
    ...vehicles.flatMap(({ start_index, end_index }, index) => [
      { place: start_index, path: `vehicles[${index}].start_index` },
      { place: end_index, path: `vehicles[${index}].end_index` },
    ]),
    ...jobs.map(({ location_index }, index) => ({ place: location_index, path: `jobs[${index}].location_index` })),
    ...shipments.flatMap(({ pickup, delivery }, index) => [
      { place: pickup.location_index, path: `shipments[${index}].pickup.location_index` },
      { place: delivery.location_index, path: `shipments[${index}].delivery.location_index` },
    ]),
  ];
  for (const profile of new Set(vehicles.map(profileOf))) {
    const size = matrices[profile]?.durations.length;
    if (size === undefined) throwPlanningProblemError("UNKNOWN", "matrices", `has no profile ${profile}`);
    for (const { place, path } of places) {
      if (place !== undefined && place >= size)
        throwPlanningProblemError("OUT_OF_RANGE", path, `is not below ${size}, the size of the matrix`);
    }
  }
}

/** Refuses limits in metres where no distances are given. */
function checkLimits({ matrices }: Problem, vehicle: Vehicle, path: string): void {
  if (matrices[profileOf(vehicle)]?.distances) return;
  if (vehicle.max_distance !== undefined)
    throwPlanningProblemError("CONTRADICTION", `${path}.max_distance`, "needs a matrix of distances");
  if (vehicle.costs?.per_km)
    throwPlanningProblemError("CONTRADICTION", `${path}.costs.per_km`, "needs a matrix of distances");
}

/** Checks beginnings of tours: each stop once, pickups before their deliveries, and no stop of another vehicle. */
function checkSteps(problem: Problem): void {
  const known = requestsByStop(problem);
  const begun = new Map<string, number>();
  for (const [index, vehicle] of problem.vehicles.entries()) {
    for (const [number, step] of (vehicle.steps ?? []).entries()) {
      if (step.type === "start" || step.type === "end" || step.type === "break") continue;
      const path = `vehicles[${index}].steps[${number}]`;
      const spec = known.get(stepKeyOf(step));
      if (!spec) throwPlanningProblemError("UNKNOWN", `${path}.id`, `is the id of no ${step.type}`);
      if (begun.has(stepKeyOf(step))) throwPlanningProblemError("DUPLICATE", path, "is done twice");
      begun.set(stepKeyOf(step), vehicle.id);
      if ((spec.pinned_to ?? vehicle.id) !== vehicle.id)
        throwPlanningProblemError("CONTRADICTION", path, "is pinned to another vehicle");
      const pickup = "amount" in spec || "pickup" in spec ? pickupIdOf(spec) : undefined;
      if (step.type === "delivery" && begun.get(`pickup ${pickup}`) !== vehicle.id) {
        throwPlanningProblemError("CONTRADICTION", path, "delivers what this vehicle has not picked up before");
      }
    }
  }
}

const stepKeyOf = ({ type, id }: VehicleStep) => `${type} ${id}`;

const pickupIdOf = (spec: Job | Shipment) => (isShipment(spec) ? spec.pickup.id : undefined);

export const isShipment = (spec: Job | Shipment): spec is Shipment => "pickup" in spec && !Array.isArray(spec.pickup);

function requestsByStop({ jobs = [], shipments = [] }: Problem): Map<string, Job | Shipment> {
  return new Map<string, Job | Shipment>([
    ...jobs.map((job) => [`job ${job.id}`, job] as const),
    ...shipments.flatMap((shipment) => [
      [`pickup ${shipment.pickup.id}`, shipment] as const,
      [`delivery ${shipment.delivery.id}`, shipment] as const,
    ]),
  ]);
}
