import type { VehicleCheck } from "@leitstand/contract/fleet/vehicle-checks";
import type { OutboxEntry } from "#outbox/outbox-row.ts";
import type { DriverTour } from "#work/shown-shift.ts";

type MileageReading = Pick<VehicleCheck, "vehicle_id" | "tour_id" | "user_id" | "phase" | "mileage_km" | "occurred_at">;

interface ShiftAndDriver {
  readonly tour: DriverTour;
  readonly vehicle_id: string;
  readonly user_id: string;
  /** Milliseconds to add to this phone's clock, as known by now; for checks made before it was known. */
  readonly offset: number;
}
export interface ShiftMileage {
  /** The newest reading of this shift. */
  readonly now: number;
  /** Kilometres of the shift; undefined with a single reading. */
  readonly driven: number | undefined;
}

/** Mileage from the checks of this shift, unsent ones included; undefined without any. */
export function shiftMileageOf(
  known: readonly MileageReading[],
  entries: readonly OutboxEntry[],
  whose: ShiftAndDriver,
): ShiftMileage | undefined {
  const unsent = entries.flatMap(({ content, at, offset }): MileageReading[] =>
    content.op !== "createVehicleCheck"
      ? []
      : [
          {
            vehicle_id: content.body.id,
            tour_id: content.body.tour_id ?? null,
            user_id: whose.user_id,
            phase: content.body.phase,
            mileage_km: content.body.mileage_km,
            occurred_at: new Date(at + (offset ?? whose.offset)).toISOString(),
          },
        ],
  );
  const own = [...known, ...unsent]
    .filter((check) => isReadingOfShift(check, whose))
    .toSorted((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at));
  const start = own.findLast(({ phase }) => phase === "START");
  const end = own.findLast(({ phase }) => phase === "END");
  const newest = end ?? start;
  if (newest === undefined) return undefined;
  const driven = start && end && end.mileage_km >= start.mileage_km ? end.mileage_km - start.mileage_km : undefined;
  return { now: newest.mileage_km, driven };
}

/**
 * How long before the start a check may be, in milliseconds: a shift that begins with a vehicle has its check before
 * the tour exists.
 */
const CHECK_BEFORE_START_MS = 2 * 3_600_000;
function isReadingOfShift(
  { tour_id, user_id, vehicle_id, phase, occurred_at }: MileageReading,
  whose: ShiftAndDriver,
): boolean {
  if (vehicle_id !== whose.vehicle_id) return false;
  if (tour_id !== null) return tour_id === whose.tour.id;
  const earliest = Date.parse(whose.tour.started_at ?? whose.tour.created_at) - CHECK_BEFORE_START_MS;
  return phase === "START" && user_id === whose.user_id && Date.parse(occurred_at) >= earliest;
}
