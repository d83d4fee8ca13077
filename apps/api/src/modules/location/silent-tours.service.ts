import type { Clock } from "#platform/clock";
import { FailureCollector } from "#platform/background/failure-collector";
import type { Database } from "#platform/database/database";
import { createCriticalMessage } from "#modules/messages/index";
import { requestTourPositionsAsSystem } from "#modules/tours/index";
import { markSilentTour, selectSilentTours, type SilentTour } from "./silent-tours.sql";

export interface SilentTourServices {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Asks silent tours for their position, and tells the dispatcher of those that stay silent; each once for each silence,
 * however many nodes do so. A tour that cannot be asked does not keep the others from being asked. Returns how many
 * tours were silent.
 */
export async function promptAndReportSilentTours({ db, clock }: SilentTourServices): Promise<number> {
  const now = clock.now();
  const silent = await selectSilentTours(db.system, now);
  const failures = new FailureCollector();
  for (const tour of silent)
    await failures.attempt(`The silent tour ${tour.tour_id} cannot be asked for its position.`, () =>
      db.systemTransaction(tour.tenant_id, async (tx) => {
        if ((await markSilentTour(tx, tour, now)) === 0) return;
        await requestTourPositionsAsSystem(tx, tour.tour_id);
        if (tour.is_reported) await createCriticalMessage(tx, silentTourMessageOf(tour, now));
      }),
    );
  failures.throwCollected();
  return silent.length;
}

function silentTourMessageOf({ tour_id, natural_id, branch_id, silent_since, language }: SilentTour, now: Date) {
  const minutes = Math.floor((now.getTime() - Date.parse(silent_since)) / 60_000);
  const isGerman = language === "de";
  return {
    kind: "LOCATION_MISSING",
    title: isGerman ? `Standort von ${natural_id} unbekannt` : `Location of ${natural_id} unknown`,
    body: isGerman
      ? `Seit ${minutes} Minuten kam keine Position.`
      : `There has been no position for ${minutes} minutes.`,
    args: { natural_id, minutes },
    branch_id,
    tour_id,
  };
}
