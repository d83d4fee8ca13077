/** Exports of the tours module: facts about a tour, its audience, and the reactions of cases to its start and end. */
export { getEventAudiencesByTour, readTourAsObject, requestTourPositionsAsSystem } from "./tours.service";
export type { TourLifecycleHandlers, TourStartOrEndContext } from "./tour-shifts.service";
export type { TourLeavingBranch } from "./tour-plans.service";
/** Export for the deletion of people. */
export { removeDeletedUserFromTours } from "./tour-plans.service";
/** Exports for modules that create tours from other objects. */
export { insertScheduledTour } from "./tour-plans.service";
export { announceTourChange, getTour } from "./tours.service";
