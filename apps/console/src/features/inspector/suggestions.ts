import type { Case } from "@leitstand/contract/case";
import type { api } from "#shared/api.ts";
import type { BoardTour, BoardVehicle } from "#shared/board.ts";

/** Which running tours could take a case, the best first. */
export interface Suggestion {
  readonly tour_id: string;
  readonly tour_name: string;
  readonly license_plate: string | undefined;
  /** How far its present work has come; null: it has none. */
  readonly link_state: string | null;
  /** Undefined: nobody knows where it is. */
  readonly distance_km: number | undefined;
  readonly minutes: number | undefined;
  readonly open_cases: number;
  /** Why it takes no case now, or not gladly. */
  readonly hindrance: "NOT_TAKING_CASES" | "OFF_DUTY" | "ON_A_BREAK" | undefined;
  /** Planning rules that the assignment would break, as far as they can be told from here. */
  readonly violations: readonly Constraint[];
}
type Constraint = "CAPACITY" | "WORKLOAD" | "VEHICLE_TYPE" | "SEATS";
export type NearVehicle = Awaited<ReturnType<typeof api.getNearestActiveVehicles>>["vehicles"][number];

interface Fleet {
  /** With their way to the case; empty when the case has no place yet. */
  readonly near: readonly NearVehicle[];
  readonly tours: ReadonlyMap<string, BoardTour>;
  readonly vehicles: ReadonlyMap<string, BoardVehicle>;
}

/** One row for each running tour: by the vehicle of it that is nearest, those of unknown place after all others. */
export function suggestTours(job: Case, { near, tours, vehicles }: Fleet): Suggestion[] {
  const nearest = new Map<string, NearVehicle>();
  for (const vehicle of near) if (!nearest.has(vehicle.current_tour_id)) nearest.set(vehicle.current_tour_id, vehicle);
  const routed = [...nearest.values()].map((vehicle) => suggestionOf(job, vehicle, { near, tours, vehicles }));
  const others = [...tours.values()]
    .filter(({ tour_id }) => !nearest.has(tour_id))
    .map((tour) => unplaced(tour, vehicles));
  return [...routed, ...others].toSorted(compare);
}

function suggestionOf(job: Case, vehicle: NearVehicle, { tours, vehicles }: Fleet): Suggestion {
  const tour = tours.get(vehicle.current_tour_id);
  return {
    tour_id: vehicle.current_tour_id,
    tour_name: tour?.name ?? tour?.natural_id ?? vehicle.current_tour_natural_id ?? vehicle.natural_id,
    license_plate: vehicle.license_plate,
    link_state: vehicles.get(vehicle.id)?.link_state ?? null,
    distance_km: vehicle.distance_to_target_location / 1000,
    minutes: Math.ceil(vehicle.duration_to_target_location / 60),
    open_cases: vehicle.open_cases,
    hindrance: hindranceOf(vehicle.current_tour_started_sub_state),
    violations: violationsOf(job, vehicle, tour),
  };
}

const unplaced = (tour: BoardTour, vehicles: ReadonlyMap<string, BoardVehicle>): Suggestion => ({
  tour_id: tour.tour_id,
  tour_name: tour.name ?? tour.natural_id,
  license_plate: vehicles.get(tour.vehicle_ids[0] ?? "")?.license_plate,
  link_state: vehicles.get(tour.vehicle_ids[0] ?? "")?.link_state ?? null,
  distance_km: undefined,
  minutes: undefined,
  open_cases: tour.open_cases,
  hindrance: hindranceOf(tour.started_sub_state),
  violations: [],
});

const hindranceOf = (state: BoardTour["started_sub_state"]): Suggestion["hindrance"] =>
  state === "ACTIVE" || state === "ON_DUTY" ? undefined : state;

/** What the server is going to object to, so that nobody has to try. It alone knows levels and the crew's skills. */
function violationsOf(job: Case, vehicle: NearVehicle, tour: BoardTour | undefined): Constraint[] {
  const units = loadUnitsOf(job);
  const data = job.funeral_data ?? job.rsa_data;
  const excluded = [data?.source_address, data?.target_address].flatMap(
    (address) => address?.excluded_vehicle_type_ids ?? [],
  );
  const seats = job.rsa_data?.seats_required ?? 0;
  const broken: Record<Constraint, boolean> = {
    CAPACITY: units > vehicle.capacity,
    WORKLOAD: units > 0 && units <= vehicle.capacity && vehicle.open_cases + units > vehicle.capacity,
    VEHICLE_TYPE: vehicle.vehicle_type !== null && excluded.includes(vehicle.vehicle_type.id),
    SEATS: seats > 0 && vehicle.seats_total !== null && (tour?.user_ids.length ?? 1) + seats > vehicle.seats_total,
  };
  return (Object.keys(broken) as Constraint[]).filter((constraint) => broken[constraint]);
}

/** Places in the vehicle that a case takes. Roadside vehicles carry what their crew judges. */
const loadUnitsOf = ({ funeral_data }: Case): number => {
  if (!funeral_data) return 0;
  return funeral_data.cargo_type === "PERSON" || funeral_data.cargo_item?.reduces_vehicle_capacity === true ? 1 : 0;
};

/** Crews on a break still take cases; those that do not come last, however near they are. */
const isClosed = ({ hindrance }: Suggestion) => (hindrance === undefined || hindrance === "ON_A_BREAK" ? 0 : 1);
const compare = (one: Suggestion, other: Suggestion) =>
  isClosed(one) - isClosed(other) ||
  (one.minutes ?? Number.MAX_VALUE) - (other.minutes ?? Number.MAX_VALUE) ||
  (one.distance_km ?? 0) - (other.distance_km ?? 0) ||
  one.open_cases - other.open_cases ||
  one.tour_name.localeCompare(other.tour_name);
