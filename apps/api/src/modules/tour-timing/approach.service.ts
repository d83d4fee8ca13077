import { estimateDistanceAndDuration } from "@leitstand/geo/routing/estimate";
import { insertMissingTourPlans, markTourPlansDue, selectApproachingTours } from "#modules/tour-plans/index";
import type { TourTimingServices } from "./refresh.service";

/** Seconds of difference from the plan above which a crew's plan is computed again. */
const ARRIVAL_DRIFT_SECONDS = 120;

/**
 * Marks plans of tours whose crews will reach their next stop two minutes earlier or later than planned, each at most
 * once a minute; and adds plans for tours without one. Returns the number of differing tours.
 */
export async function markDriftingTourPlansDue({
  db,
  clock,
}: Pick<TourTimingServices, "db" | "clock">): Promise<number> {
  const now = clock.now();
  await insertMissingTourPlans(db.system, now);
  const drifting = (await selectApproachingTours(db.system, now)).filter(({ position, next_stop: next }) => {
    const left =
      estimateDistanceAndDuration([position.lon, position.lat], [next.lon, next.lat]).duration_seconds * next.pace;
    return Math.abs(now.getTime() / 1000 + left - Date.parse(next.expected_at) / 1000) > ARRIVAL_DRIFT_SECONDS;
  });
  if (drifting.length > 0) await markTourPlansDue(db.system, drifting, now);
  return drifting.length;
}
