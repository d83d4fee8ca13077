/** Exports of the tour-timing module: computing the times of tours while a node runs. */
export { markDriftingTourPlansDue } from "./approach.service";
export { refreshDueTourPlans } from "./refresh.service";
