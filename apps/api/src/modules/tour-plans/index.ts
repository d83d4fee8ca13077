/**
 * Exports of the tour-plans module: stored plans of tours, marked by modules that change what a plan depends on, and
 * written by the one that computes them.
 */
export {
  type LockedTourPlan,
  lockTourPlan,
  markTourPlans,
  markTourPlansOfMember,
  selectTourPlans,
  writeStopSequence,
} from "./tour-plans.sql";
export { decidePlanAnnouncement, type PlanAnnouncementDecision } from "./plan-announcement";
export { changesStopOrder, completeStopOrder, findStopOrderFault, hasNewStopOrder } from "./plan-order";
export { etaOfLink, etaSourceOfLink } from "./link-eta.sql";
export {
  insertMissingTourPlans,
  claimDuePlans,
  type ClaimedPlan,
  markPlansDue,
  type NextStop,
  type ComputedPlanRow,
  selectApproachingTours,
  writeComputedPlans,
} from "./plan-work.sql";
