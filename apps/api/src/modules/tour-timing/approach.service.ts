import { estimateWay } from "@leitstand/geo/routing/estimate";
import { adoptTours, hastenPlans, selectApproaches } from "#modules/tour-plans/index";
import type { TimingParts } from "./refresh.service";

/** By more than that a crew is not where its plan says. */
const DRIFT_SECONDS = 120;

/**
 * Has the plans computed of tours whose crews come to their next stop two minutes sooner or later than planned, each once a minute
 * at most; and gives a plan to tours that have none. Answers how many drift.
 */
export async function watchApproaches({ db, clock }: Pick<TimingParts, "db" | "clock">): Promise<number> {
  const now = clock.now();
  await adoptTours(db.system, now);
  const drifting = (await selectApproaches(db.system, now)).filter(({ position, next_stop: next }) => {
    const left = estimateWay([position.lon, position.lat], [next.lon, next.lat]).duration_seconds * next.pace;
    return Math.abs(now.getTime() / 1000 + left - Date.parse(next.expected_at) / 1000) > DRIFT_SECONDS;
  });
  if (drifting.length > 0) await hastenPlans(db.system, drifting, now);
  return drifting.length;
}
