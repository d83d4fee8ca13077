/** Reads the facts that the rules of cases judge, locks them for a decision, and offers the possible actions. */
export { actorFor, type Caller } from "./caller-role.service";
export type { Crew, LoadedCase } from "./snapshot-assembly.service";
export { loadCase, loadForDecision, loadForTour } from "./snapshot-loader.service";
export { offer, offerActions } from "./offered-actions.service";
export { judgeTours } from "./tour-judgements.service";
