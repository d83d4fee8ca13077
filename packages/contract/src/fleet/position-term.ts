/** Days for which positions of drivers, and the log of their viewers, are kept. */
export const POSITION_DAYS_KEPT = 60;
