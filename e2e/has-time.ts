/**
 * Continuous integration has twenty minutes on two cores for everything: what takes long and seldom breaks is looked at
 * wherever else `npm test` runs, and listed as skipped there.
 */
export const hasTime = process.env["CI"] !== "true";
