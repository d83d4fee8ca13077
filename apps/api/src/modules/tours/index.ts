/** Exports of the tours module: facts about a tour, its audience, and the reactions of cases to its start and end. */
export { getTourAudiences, readTour, requestTourPositions } from "./tours.service";
export type { TourReactions, TourStartOrEnd } from "./tour-shifts.service";
/** Exports for modules that create tours from other objects. */
export { insertPlannedTour } from "./tour-plans.service";
export { announceTour, getTour } from "./tours.service";
