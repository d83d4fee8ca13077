/** How far and how long by road, guessed from the straight line. Metres and seconds. */
export interface Way {
  readonly distance_meters: number;
  readonly duration_seconds: number;
}

/** Roads of Central Europe are on average this much longer than the straight line. */
const DETOUR_FACTOR = 1.3;
/** Getting going, and the last turns before the door. */
const START_SECONDS = 60;
/** The first kilometres are streets of a town, the next ones country roads, and what remains is mostly motorway. */
const STRETCHES = [
  { meters: 5_000, meters_per_second: 30 / 3.6 },
  { meters: 25_000, meters_per_second: 60 / 3.6 },
  { meters: Number.POSITIVE_INFINITY, meters_per_second: 95 / 3.6 },
] as const;

/** Grows with the distance without a jump, so that the nearest vehicle is also the one that arrives first. */
export function estimateWay(straightMeters: number): Way {
  const distance = straightMeters * DETOUR_FACTOR;
  let left = distance;
  let seconds = START_SECONDS;
  for (const { meters, meters_per_second } of STRETCHES) {
    const driven = Math.min(left, meters);
    seconds += driven / meters_per_second;
    left -= driven;
  }
  return { distance_meters: Math.round(distance), duration_seconds: Math.round(seconds) };
}
