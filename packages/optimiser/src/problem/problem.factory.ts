import fc from "fast-check";
import type { Break, Coordinate, Job, Problem, MatrixRows, Shipment, Vehicle } from "./problem";

/** Seconds of an hour; times in tests are multiples of it, counted from midnight. */
export const HOUR_SECONDS = 3600;

/** A clock that moves by a millisecond whenever it is read: tests of the search are the same on every machine. */
export function createTickingClock(): () => number {
  let now = 0;
  return () => now++;
}

/** Matrix of straight ways at 10 metres a second between points in metres. */
export function straightLineMatrix(points: readonly Coordinate[]): { durations: MatrixRows; distances: MatrixRows } {
  const distances = points.map(([x, y]) => points.map(([u, v]) => Math.round(Math.hypot(x - u, y - v))));
  return { durations: distances.map((row) => row.map((metres) => Math.round(metres / 10))), distances };
}

/** One vehicle at a depot and a job a kilometre away. */
export function createTestProblem(parts: Partial<Problem> & { readonly points?: readonly Coordinate[] } = {}): Problem {
  const {
    points = [
      [0, 0],
      [1000, 0],
      [2000, 0],
      [0, 3000],
    ],
    ...rest
  } = parts;
  return {
    vehicles: [createTestVehicle()],
    jobs: [createTestJob()],
    matrices: { car: straightLineMatrix(points) },
    ...rest,
  };
}

export const createTestVehicle = (parts: Partial<Vehicle> = {}): Vehicle => ({
  id: 1,
  start_index: 0,
  end_index: 0,
  ...parts,
});

export const createTestJob = (parts: Partial<Job> = {}): Job => ({ id: 1, location_index: 1, ...parts });

export const createTestShipment = ({
  id = 1,
  from = 1,
  to = 2,
  ...rest
}: { id?: number; from?: number; to?: number } & Partial<Shipment> = {}): Shipment => ({
  pickup: { id, location_index: from },
  delivery: { id, location_index: to },
  ...rest,
});

const anyWindow = fc
  .tuple(fc.nat(10), fc.integer({ min: 1, max: 6 }))
  .map(([from, hours]) => [from * HOUR_SECONDS, (from + hours) * HOUR_SECONDS] as const);
const anyLoad = fc.array(fc.nat(2), { minLength: 2, maxLength: 2 });
const anySkills = fc.subarray([1, 2], { maxLength: 1 });
const anyLevel = fc.constantFrom("CRITICAL", "MODERATE", undefined);
const anyDeadlines = fc.array(fc.record({ at: fc.integer({ min: 0, max: 14 * HOUR_SECONDS }), level: anyLevel }), {
  maxLength: 1,
});

const anyStop = (places: number) => ({
  location_index: fc.nat(places - 1),
  service: fc.nat(900),
  setup: fc.constantFrom(0, 0, 120),
  time_windows: fc.option(fc.tuple(anyWindow), { nil: undefined }),
  deadlines: anyDeadlines,
});

const anyRequirements = (vehicles: number) => ({
  skills: anySkills,
  priority: fc.constantFrom(0, 0, 10, 100),
  pinned_to: fc.option(fc.nat(vehicles - 1), { nil: undefined, freq: 6 }),
  excluded_vehicle_types: fc.subarray(["van"], { maxLength: 1 }),
});

const anyBreak = fc
  .tuple(anyWindow, fc.nat(2400), fc.option(anyLoad, { nil: undefined }))
  .map(([time, service, max_load]): Omit<Break, "id"> => ({ time_windows: [time], service, max_load }));

const anyVehicle = (places: number) =>
  fc.record({
    start_index: fc.option(fc.nat(places - 1), { nil: undefined, freq: 8 }),
    end_index: fc.option(fc.nat(places - 1), { nil: undefined }),
    capacity: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 2 }),
    skills: fc.subarray([1, 2]),
    type: fc.constantFrom("van", "car"),
    time_window: anyWindow,
    shift_end: fc.option(fc.record({ at: fc.integer({ min: 0, max: 16 * HOUR_SECONDS }), level: anyLevel }), {
      nil: undefined,
    }),
    speed_factor: fc.constantFrom(1, 1, 1.3),
    max_tasks: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    max_travel_time: fc.option(fc.integer({ min: 600, max: 3 * HOUR_SECONDS }), { nil: undefined }),
    max_distance: fc.option(fc.integer({ min: 5_000, max: 90_000 }), { nil: undefined }),
    costs: fc.record({ fixed: fc.nat(2000), per_hour: fc.constantFrom(3600, 2000), per_km: fc.nat(300) }),
    breaks: fc.array(anyBreak, { maxLength: 1 }).map((breaks) => breaks.map((one, id) => ({ id, ...one }))),
  });

const PLACE_COUNT = 12;

/**
 * Arbitrary of small problems with all features: pairs, windows, breaks, limits, pins, running tours, cargo on board.
 */
export const planningProblemArbitrary: fc.Arbitrary<Problem> = fc
  .record({
    points: fc.array(fc.tuple(fc.nat(20_000), fc.nat(20_000)), { minLength: PLACE_COUNT, maxLength: PLACE_COUNT }),
    vehicles: fc.array(anyVehicle(PLACE_COUNT), { minLength: 1, maxLength: 3 }),
    jobs: fc.array(
      fc.record({
        ...anyStop(PLACE_COUNT),
        ...anyRequirements(1),
        delivery: anyLoad,
        pickup: anyLoad,
        isOnBoard: fc.constantFrom(false, false, false, true),
      }),
      { maxLength: 5 },
    ),
    shipments: fc.array(
      fc.record({
        pickup: fc.record(anyStop(PLACE_COUNT)),
        delivery: fc.record(anyStop(PLACE_COUNT)),
        amount: anyLoad,
        ...anyRequirements(1),
      }),
      {
        maxLength: 4,
      },
    ),
    begun: fc.constantFrom(0, 0, 1, 2),
  })
  .map(({ points, vehicles, jobs, shipments, begun }) => {
    const numbered = jobs.map(
      ({ isOnBoard, ...job }, id): Job =>
        isOnBoard ? { ...job, id, pinned_to: 0, is_on_board: true } : { ...job, id },
    );
    const sent = shipments.map(
      (shipment, id): Shipment => ({
        ...shipment,
        pickup: { ...shipment.pickup, id },
        delivery: { ...shipment.delivery, id },
      }),
    );
    const free = numbered.filter(({ is_on_board }) => !is_on_board).slice(0, begun);
    const steps = [
      ...free.map(({ id }) => ({ type: "job" as const, id })),
      ...(begun > 1 ? sent.slice(0, 1).map((_, id) => ({ type: "pickup" as const, id })) : []),
    ];
    return {
      vehicles: vehicles.map((one, id): Vehicle => ({ ...one, id, ...(id === 0 ? { steps } : {}) })),
      jobs: numbered,
      shipments: sent,
      matrices: { car: straightLineMatrix(points) },
    };
  });
