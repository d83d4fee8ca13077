import type { DayClock } from "../day/day-clock";
import type { PhonePositions } from "./phone-positions";
import { type Point, waypoints } from "./way";

const FIXES_PER_DRIVE = 6;

/** Drives to a point in so many minutes of the day; the phone records its positions, and sends them in batches. */
export async function drive(
  { clock, positions, minutes }: { clock: DayClock; positions: PhonePositions; minutes: number },
  to: Point,
) {
  for (const point of waypoints(positions.at, to, FIXES_PER_DRIVE)) {
    await clock.pass(minutes / FIXES_PER_DRIVE);
    positions.note(point);
  }
  await positions.send();
}
