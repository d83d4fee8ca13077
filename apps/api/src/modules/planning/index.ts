/** Exports of the planning module: tours as it reads them, and the times of their stops. */
export { toClampedEpochSeconds } from "./case-times";
export { type PlanningTour, tourStartLonLat } from "./planned";
export { addPlanningRulesAndPlaceFacts } from "./planned.service";
export { isCurrentStopOfCrew, isOnBoardState } from "./crew-progress";
export { timeFromEpochSeconds } from "./planning-problem";
export { selectUnfinishedToursForPlanning } from "./planning.sql";
export { computeStopTimes, type TimedTour, listTourTravelPairs } from "./timed-tour";
export type { TourTravelPairs } from "./tour-legs";
