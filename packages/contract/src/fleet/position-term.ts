/** Days for which positions of drivers, and the log of their viewers, are kept. */
export const POSITION_DAYS_KEPT = 60;

/** Maximum number of rows of one answer about the viewers of a driver's positions. */
export const LOCATION_READERS_LISTED_MAX = 1_000;
