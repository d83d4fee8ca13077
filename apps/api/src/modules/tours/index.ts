/** The face of tours: what is true of one, who hears of it, and what its start and end mean for the cases on it. */
export { requestPositions } from "./tours.service";
export type { TourReactions, TourTurn } from "./tour-shifts.service";
