/** Reads the facts that the rules of cases judge, locks them for a decision, and offers the possible actions. */
export {
  actorFor,
  type Caller,
  type Crew,
  type LoadedCase,
  loadCase,
  loadForDecision,
  loadForTour,
  offer,
  offerActions,
} from "./case-snapshots.service";
export { judgeTours } from "./tour-judgements.service";
