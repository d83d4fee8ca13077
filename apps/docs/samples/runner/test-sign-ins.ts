/** What everybody signs in with in demonstrations that samples run in. */
export const PASSWORD = "Leitstand zum Ausprobieren";
/** Of every driver. */
export const PIN = "274815";
