/** Positions of drivers, and who has looked at them, are kept so many days and no longer. */
export const POSITION_DAYS_KEPT = 60;
