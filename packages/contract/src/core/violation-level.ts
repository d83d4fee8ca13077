/**
 * Levels of a broken planning rule, gravest first. CRITICAL and SEVERE keep a case from being assigned unless forced.
 */
export const violationLevels = ["CRITICAL", "SEVERE", "MODERATE", "MARGINAL", "ACCEPTABLE"] as const;
export type ViolationLevel = (typeof violationLevels)[number];

/** Rules of planning that a case can break on a tour, to each of which a tenant gives a level. */
export const planningConstraints = [
  "CAPACITY",
  "WORKLOAD",
  "SKILL",
  "VEHICLE_TYPE",
  "SEATS",
  "AVAILABILITY_USER",
  "AVAILABILITY_VEHICLE",
  "OUTSIDE_SHIFT",
] as const;
export type PlanningConstraint = (typeof planningConstraints)[number];

/** Levels that stop an assignment unless it is forced. */
export const blockingViolationLevels = ["CRITICAL", "SEVERE"] as const satisfies readonly ViolationLevel[];
