import { type LonLat, metersBetween } from "../../../packages/geo/src/lon-lat";
import type { Problem, MatrixRows, Shipment, Vehicle } from "../../../packages/optimiser/src/problem/problem";
import { SeededRandom } from "../../../packages/optimiser/src/search/random";

const HOUR_SECONDS = 3600;
/** Longitude and latitude of a region some 60 km wide. */
const WEST_LONGITUDE = 9.45;
const SOUTH_LATITUDE = 46.95;
const REGION_DEGREES = 0.7;
/** Capacity of each vehicle: deceased persons, and urns or papers beside them. */
const VEHICLE_CAPACITIES = [2, 4];

/** Region of a day: random places, and the ways between them in seconds and metres. */
export interface RoadBenchEnvironment {
  readonly placeBy: (random: SeededRandom) => LonLat;
  readonly waysBetween: (places: readonly LonLat[]) => {
    readonly durations: MatrixRows;
    readonly distances: MatrixRows;
  };
}

interface DayDraft {
  readonly random: SeededRandom;
  readonly ground: RoadBenchEnvironment;
  readonly places: LonLat[];
}

/**
 * Makes a day from its seed: 40 to 150 cases, 8 to 14 tours. Some cases are urgent, some need two people or a special
 * vehicle.
 */
export function createDispatchDayProblem(seed: number, ground: RoadBenchEnvironment = straightLineGround): Problem {
  const day: DayDraft = { random: new SeededRandom(seed + 1), ground, places: [] };
  const { random } = day;
  const targets = Array.from({ length: 12 }, () => addPlace(day));
  const vehicles = Array.from({ length: 8 + random.below(7) }, (_, id) =>
    createTour(day, { id, depot: targets[id % 3]! }),
  );
  const shipments = Array.from({ length: 40 + random.below(111) }, (_, id) => createCase(day, { id, targets }));
  return { vehicles, shipments, matrices: { car: ground.waysBetween(day.places) } };
}

/** Makes tours that are under way, and one case more. */
export function createRunningToursWithRequest({
  tours,
  cases,
  seed,
}: {
  readonly tours: number;
  readonly cases: number;
  readonly seed: number;
}) {
  const day: DayDraft = { random: new SeededRandom(seed), ground: straightLineGround, places: [] };
  const targets = Array.from({ length: 12 }, () => addPlace(day));
  const shipments: Shipment[] = [];
  const vehicles = Array.from({ length: tours }, (_, id): Vehicle => {
    const own = Array.from({ length: cases }, (_, index) => createCase(day, { id: id * cases + index, targets }));
    shipments.push(...own);
    const steps = own.flatMap(({ pickup, delivery }) => [
      { type: "pickup" as const, id: pickup.id },
      { type: "delivery" as const, id: delivery.id },
    ]);
    return { ...createTour(day, { id, depot: targets[id % 3]! }), skills: [1, 2], type: "car", steps };
  });
  const request = createCase(day, { id: tours * cases, targets });
  const problem: Problem = { vehicles, shipments, matrices: { car: straightWaysBetween(day.places) } };
  return { problem, request };
}

function addPlace({ random, ground, places }: DayDraft): number {
  places.push(ground.placeBy(random));
  return places.length - 1;
}

function createTour({ random }: DayDraft, { id, depot }: { readonly id: number; readonly depot: number }): Vehicle {
  const begins = (6 + random.below(4)) * HOUR_SECONDS;
  const ends = begins + 9 * HOUR_SECONDS;
  return {
    id,
    start_index: depot,
    end_index: depot,
    capacity: VEHICLE_CAPACITIES,
    skills: [1, 2].filter(() => random.next() < 0.7),
    type: random.next() < 0.3 ? "van" : "car",
    time_window: [begins, ends + 2 * HOUR_SECONDS],
    shift_end: { at: ends, level: "MODERATE" },
    breaks: [{ id: 1, service: 1800, time_windows: [[begins + 3 * HOUR_SECONDS, begins + 6 * HOUR_SECONDS]] }],
  };
}

/** Makes a case from anywhere to one of a few houses with opening hours. */
function createCase(
  day: DayDraft,
  { id, targets }: { readonly id: number; readonly targets: readonly number[] },
): Shipment {
  const { random } = day;
  const known = random.below(14) * HOUR_SECONDS;
  const isUrgent = random.next() < 0.2;
  return {
    pickup: {
      id,
      location_index: addPlace(day),
      service: 1200,
      time_windows: [[known, 24 * HOUR_SECONDS]],
      deadlines: isUrgent ? [{ at: known + 2 * HOUR_SECONDS, level: "SEVERE" }] : [],
    },
    delivery: {
      id,
      location_index: targets[random.below(targets.length)]!,
      service: 900,
      time_windows: [
        [7 * HOUR_SECONDS, 12 * HOUR_SECONDS],
        [13 * HOUR_SECONDS, 20 * HOUR_SECONDS],
      ],
      deadlines: [{ at: known + 12 * HOUR_SECONDS, level: "CRITICAL" }],
    },
    amount: [1, random.below(2)],
    skills: random.next() < 0.2 ? [1 + random.below(2)] : [],
    priority: isUrgent ? 50 : 0,
    excluded_vehicle_types: random.next() < 0.1 ? ["van"] : [],
  };
}

/** Factor that roads add to straight lines, and speed in metres per second. */
const DETOUR_FACTOR = 1.3;
const SPEED_METERS_PER_SECOND = 15;

function straightWaysBetween(places: readonly LonLat[]): { durations: MatrixRows; distances: MatrixRows } {
  const distances = places.map((from) =>
    Float64Array.from(places, (to) => Math.round(DETOUR_FACTOR * metersBetween(from, to))),
  );
  return {
    distances,
    durations: distances.map((row) => row.map((metres) => Math.round(metres / SPEED_METERS_PER_SECOND))),
  };
}

const straightLineGround: RoadBenchEnvironment = {
  placeBy: (random) => [
    WEST_LONGITUDE + random.next() * REGION_DEGREES,
    SOUTH_LATITUDE + random.next() * REGION_DEGREES,
  ],
  waysBetween: straightWaysBetween,
};
