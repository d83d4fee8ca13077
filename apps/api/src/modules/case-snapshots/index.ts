/** Reads what the rules of cases judge, locks it for a decision, and offers what may be done. */
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
