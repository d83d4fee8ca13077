/** The face of dispatch: actions on cases as other ways in ask for them, and what tours mean for cases. */
export { carryOut, sendAction } from "./case-actions.service";
export { tourReactions } from "./tour-reactions.service";
