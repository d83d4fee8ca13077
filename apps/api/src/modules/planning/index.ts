/** Exports of the planning module: tours as it reads them, and the times of their stops. */
export { secondsOf } from "./case-times";
export { type PlannedTour, startOf } from "./planned";
export { withRules } from "./planned.service";
export { isCurrentStop, isOnBoard, timeOf } from "./planning-problem";
export { selectToursAhead } from "./planning.sql";
export { timeOpenStops, type TimedTour, type WaysAlong, waysAlong } from "./timed-tour";
