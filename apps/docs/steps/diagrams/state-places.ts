import type { TransitionTableName } from "@leitstand/contract/cases/case-transitions";
import { funeralCasePlaces } from "./funeral-case-places";
import { funeralTourPlaces } from "./funeral-tour-places";
import type { StatePlaces } from "./places";
import { roadsidePlaces } from "./roadside-places";

/** Positions of all states. The build fails when the contract has a machine, a state or a move without one. */
export const statePlaces: Readonly<Record<TransitionTableName, StatePlaces>> = {
  FUNERAL_TOUR_CASE: funeralTourPlaces,
  FUNERAL_CASE: funeralCasePlaces,
  ROADSIDE_ASSISTANCE: roadsidePlaces,
};
