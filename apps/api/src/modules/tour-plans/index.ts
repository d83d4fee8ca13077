/** The plans of tours as they are kept: who changes what a plan depends on says so here, who computes them keeps them here. */
export {
  type LockedPlan,
  lockPlan,
  markTourPlans,
  markTourPlansOf,
  selectPlans,
  writeSequence,
} from "./tour-plans.sql";
export { newsOf, type PlanNews } from "./plan-news";
export { changesOrder, completedOrder, findOrderFault, isReordered } from "./plan-order";
export { etaOfLink, etaSourceOfLink } from "./link-eta.sql";
export {
  adoptTours,
  claimDuePlans,
  type ClaimedPlan,
  hastenPlans,
  type NextStop,
  type PlanWrite,
  selectApproaches,
  writePlans,
} from "./plan-work.sql";
