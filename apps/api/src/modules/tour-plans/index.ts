/**
 * Exports of the tour-plans module: stored plans of tours, marked by modules that change what a plan depends on, and
 * written by the one that computes them.
 */
export {
  type LockedTourPlan,
  lockTourPlan,
  markTourPlansOutdated,
  markTourPlansOfMemberOutdated,
  selectTourPlans,
  writeStopSequence,
} from "./tour-plans.sql";
export { decideTourPlanAnnouncement, type TourPlanAnnouncementDecision } from "./plan-announcement";
export { changesStopOrder, completeStopOrder, findStopOrderFault, hasNewStopOrder } from "./plan-order";
export { linkEtaSql, linkEtaSourceSql } from "./link-eta.sql";
export {
  insertMissingTourPlans,
  claimDueTourPlans,
  type ClaimedTourPlan,
  markTourPlansDue,
  type NextTourStop,
  type ComputedTourPlanRow,
  selectApproachingTours,
  writeComputedTourPlans,
} from "./plan-work.sql";
