import { type LonLat, metersBetween } from "../../../packages/geo/src/lon-lat";
import type { Problem, Rows, Shipment, Vehicle } from "../../../packages/optimiser/src/problem/problem";
import { Random } from "../../../packages/optimiser/src/search/random";

const HOUR = 3600;
/** Longitude and latitude of a region some 60 km wide. */
const WEST = 9.45;
const SOUTH = 46.95;
const SPAN = 0.7;
/** Capacities for deceased persons, and for urns or papers beside them. */
const CAPACITY = [2, 4];

/** Region of a day: random places, and the ways between them in seconds and metres. */
export interface Ground {
  readonly placeBy: (random: Random) => LonLat;
  readonly waysBetween: (places: readonly LonLat[]) => { readonly durations: Rows; readonly distances: Rows };
}

interface Day {
  readonly random: Random;
  readonly ground: Ground;
  readonly places: LonLat[];
}

/**
 * Makes a day from its seed: 40 to 150 cases, 8 to 14 tours. Some cases are urgent, some need two people or a special
 * vehicle.
 */
export function aDispatchDay(seed: number, ground: Ground = straightGround): Problem {
  const day: Day = { random: new Random(seed + 1), ground, places: [] };
  const { random } = day;
  const targets = Array.from({ length: 12 }, () => aPlace(day));
  const vehicles = Array.from({ length: 8 + random.below(7) }, (_, id) => aTour(day, { id, depot: targets[id % 3]! }));
  const shipments = Array.from({ length: 40 + random.below(111) }, (_, id) => aCase(day, { id, targets }));
  return { vehicles, shipments, matrices: { car: ground.waysBetween(day.places) } };
}

/** Makes tours that are under way, and one case more. */
export function aRunningFleet({
  tours,
  cases,
  seed,
}: {
  readonly tours: number;
  readonly cases: number;
  readonly seed: number;
}) {
  const day: Day = { random: new Random(seed), ground: straightGround, places: [] };
  const targets = Array.from({ length: 12 }, () => aPlace(day));
  const shipments: Shipment[] = [];
  const vehicles = Array.from({ length: tours }, (_, id): Vehicle => {
    const own = Array.from({ length: cases }, (_, index) => aCase(day, { id: id * cases + index, targets }));
    shipments.push(...own);
    const steps = own.flatMap(({ pickup, delivery }) => [
      { type: "pickup" as const, id: pickup.id },
      { type: "delivery" as const, id: delivery.id },
    ]);
    return { ...aTour(day, { id, depot: targets[id % 3]! }), skills: [1, 2], type: "car", steps };
  });
  const request = aCase(day, { id: tours * cases, targets });
  const problem: Problem = { vehicles, shipments, matrices: { car: straightWays(day.places) } };
  return { problem, request };
}

function aPlace({ random, ground, places }: Day): number {
  places.push(ground.placeBy(random));
  return places.length - 1;
}

function aTour({ random }: Day, { id, depot }: { readonly id: number; readonly depot: number }): Vehicle {
  const begins = (6 + random.below(4)) * HOUR;
  const ends = begins + 9 * HOUR;
  return {
    id,
    start_index: depot,
    end_index: depot,
    capacity: CAPACITY,
    skills: [1, 2].filter(() => random.next() < 0.7),
    type: random.next() < 0.3 ? "van" : "car",
    time_window: [begins, ends + 2 * HOUR],
    shift_end: { at: ends, level: "MODERATE" },
    breaks: [{ id: 1, service: 1800, time_windows: [[begins + 3 * HOUR, begins + 6 * HOUR]] }],
  };
}

/** Makes a case from anywhere to one of a few houses with opening hours. */
function aCase(day: Day, { id, targets }: { readonly id: number; readonly targets: readonly number[] }): Shipment {
  const { random } = day;
  const known = random.below(14) * HOUR;
  const isUrgent = random.next() < 0.2;
  return {
    pickup: {
      id,
      location_index: aPlace(day),
      service: 1200,
      time_windows: [[known, 24 * HOUR]],
      deadlines: isUrgent ? [{ at: known + 2 * HOUR, level: "SEVERE" }] : [],
    },
    delivery: {
      id,
      location_index: targets[random.below(targets.length)]!,
      service: 900,
      time_windows: [
        [7 * HOUR, 12 * HOUR],
        [13 * HOUR, 20 * HOUR],
      ],
      deadlines: [{ at: known + 12 * HOUR, level: "CRITICAL" }],
    },
    amount: [1, random.below(2)],
    skills: random.next() < 0.2 ? [1 + random.below(2)] : [],
    priority: isUrgent ? 50 : 0,
    excluded_vehicle_types: random.next() < 0.1 ? ["van"] : [],
  };
}

/** Factor that roads add to straight lines, and speed in metres per second. */
const DETOUR = 1.3;
const SPEED = 15;

function straightWays(places: readonly LonLat[]): { durations: Rows; distances: Rows } {
  const distances = places.map((from) =>
    Float64Array.from(places, (to) => Math.round(DETOUR * metersBetween(from, to))),
  );
  return { distances, durations: distances.map((row) => row.map((metres) => Math.round(metres / SPEED))) };
}

const straightGround: Ground = {
  placeBy: (random) => [WEST + random.next() * SPAN, SOUTH + random.next() * SPAN],
  waysBetween: straightWays,
};
