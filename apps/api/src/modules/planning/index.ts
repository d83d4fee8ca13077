/** Exports of the planning module: tours as it reads them, and the times of their stops. */
export { toClampedEpoch } from "./case-times";
export { type PlannedTour, tourStartOf } from "./planned";
export { addPlanningRules } from "./planned.service";
export { isCurrentStopOfCrew, isOnBoardState, timeFromEpoch } from "./planning-problem";
export { selectUnfinishedTours } from "./planning.sql";
export { computeStopTimes, type TimedTour, type TourTravelPairs, listTourTravelPairs } from "./timed-tour";
