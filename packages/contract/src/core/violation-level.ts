/** How grave it is that a rule of planning is broken, gravest first. CRITICAL and SEVERE keep a case from being assigned unless forced. */
export const violationLevels = ["CRITICAL", "SEVERE", "MODERATE", "MARGINAL", "ACCEPTABLE"] as const;
export type ViolationLevel = (typeof violationLevels)[number];

/** Levels that stop an assignment unless it is forced. */
export const stoppingLevels: readonly ViolationLevel[] = ["CRITICAL", "SEVERE"];
