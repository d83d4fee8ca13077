/**
 * Exports of the tour-plans module: stored plans of tours, marked by modules that change what a plan depends on, and
 * written by the one that computes them.
 */
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
