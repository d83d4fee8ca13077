/** Password of all users in demonstrations that samples run in. */
export const PASSWORD = "Leitstand zum Ausprobieren";
/** PIN of every driver. */
export const PIN = "274815";
