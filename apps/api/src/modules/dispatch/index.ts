/** Exports of the dispatch module: actions on cases for other endpoints, and the reactions of cases to their tours. */
export { applyActionOrThrow, performAction } from "./case-actions.service";
export { tourReactions } from "./tour-reactions.service";
