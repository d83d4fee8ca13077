/** The face of tours: what is true of one, who hears of it, and what its start and end mean for the cases on it. */
export { getTourAudiences, readTour, requestPositions } from "./tours.service";
export type { TourReactions, TourTurn } from "./tour-shifts.service";
/** For whoever makes tours of something else. */
export { insertPlannedTour } from "./tour-plans.service";
export { announceTour, getTour } from "./tours.service";
