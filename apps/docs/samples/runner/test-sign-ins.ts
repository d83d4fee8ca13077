/** Password of all users in demonstrations that samples run in. */
export const DEMONSTRATION_PASSWORD = "Leitstand zum Ausprobieren";
/** PIN of every driver. */
export const DEMONSTRATION_PIN = "274815";
