import type { DayClock } from "../day/day-clock";
import type { PhonePositions } from "./phone-positions";
import { type LatLonPoint, waypointsBetween } from "./way";

const POSITIONS_PER_DRIVE = 6;

/** Drives to a point in the given minutes of the day; the phone records its positions, and sends them in batches. */
export async function driveTo(
  { clock, positions, minutes }: { clock: DayClock; positions: PhonePositions; minutes: number },
  to: LatLonPoint,
) {
  for (const point of waypointsBetween(positions.at, to, POSITIONS_PER_DRIVE)) {
    await clock.pass(minutes / POSITIONS_PER_DRIVE);
    positions.note(point);
  }
  await positions.send();
}
