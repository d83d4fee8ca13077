import { defaultTenantSettings } from "@leitstand/contract/company/dispatch-settings";
import type { Tx } from "#platform/database/database";
import { type PlanningPlace, type PlanningCase, type PlanningTour, type PlanningRules, lonLatOfPlace } from "./planned";
import { selectPlanningRules, selectAddressBookPlaces } from "./planning.sql";

interface PlannedCasesAndTours {
  readonly cases: readonly PlanningCase[];
  readonly tours: readonly PlanningTour[];
}
export interface CasesAndToursWithRules extends PlannedCasesAndTours {
  readonly rules: PlanningRules;
}

/** Adds the facts of the address book about the places, and the tenant's settings for plans. */
export async function addPlanningRulesAndPlaceFacts(
  tx: Tx,
  { cases, tours }: PlannedCasesAndTours,
  now: Date,
): Promise<CasesAndToursWithRules> {
  const all = [...cases, ...tours.flatMap(({ open }) => open.map((link) => link.case))];
  const places = all.flatMap(({ source, target }) => [source, target].filter((place) => place !== null));
  const known = places.flatMap((place) => {
    const position = lonLatOfPlace(place);
    return position ? [{ place, lon: position[0], lat: position[1], name: place.name ?? "" }] : [];
  });
  const [found, rules] = await Promise.all([
    known.length === 0 ? [] : selectAddressBookPlaces(tx, known, now),
    selectPlanningRules(tx),
  ]);
  const stored = new Map(found.map(({ index, ...row }) => [known[index]?.place, row]));
  const placeOf = (place: PlanningPlace | null): PlanningPlace | null => {
    const book = place && stored.get(place);
    return book ? { ...place, stored: book } : place;
  };
  const caseOf = (job: PlanningCase) => ({ ...job, source: placeOf(job.source), target: placeOf(job.target) });
  return {
    cases: cases.map(caseOf),
    tours: tours.map((tour) => ({ ...tour, open: tour.open.map((link) => ({ ...link, case: caseOf(link.case) })) })),
    rules: { ...defaultTenantSettings, ...rules },
  };
}
