/**
 * Reach of an operation for a caller whom it has let in: the outcome of each kind of caller that its reach decides.
 * `ok` is success; further words are the rows of a list that a caller sees, and codes are refusals.
 */
export interface ScopeReachRule {
  /** Outcome for callers with the grant in the whole tenant. */
  readonly everywhere: string;
  readonly driver_off_tour: string;
  /** Outcome for a driver on the tour; a device on the tour gets the same, unless the table says otherwise. */
  readonly driver_on_tour: string;
  readonly right_branch: string;
  /**
   * Outcome for callers of another branch, of another group of branches, and those who were moved there while signed
   * in.
   */
  readonly elsewhere: string;
  readonly other_tenant: string;
  readonly other_tenant_type: string;
}

const HIDDEN_OUTCOME = "404 RESOURCE_NOT_FOUND";
const BRANCH_DENIED_OUTCOME = "403 BRANCH_ACCESS_DENIED";
const UNKNOWN_REFERENCE_OUTCOME = "422 REFERENCE_NOT_FOUND";

const sameOutcomeForAll = (outcome: string): ScopeReachRule => ({
  everywhere: outcome,
  driver_off_tour: outcome,
  driver_on_tour: outcome,
  right_branch: outcome,
  elsewhere: outcome,
  other_tenant: outcome,
  other_tenant_type: outcome,
});
const outcomeInOtherTenants = (outcome: string) => ({ other_tenant: outcome, other_tenant_type: outcome });
const outcomeForCrews = (outcome: string) => ({ driver_off_tour: outcome, driver_on_tour: outcome });
const outcomesOutsideBranches = {
  ...outcomeForCrews(BRANCH_DENIED_OUTCOME),
  right_branch: BRANCH_DENIED_OUTCOME,
  elsewhere: BRANCH_DENIED_OUTCOME,
};
const outcomesOfLists = { other_tenant: "foreign", other_tenant_type: "nothing" };

/** Rules of the authorization matrix. Each is reviewed; the table names one for every operation. */
export const scopeReachRules = {
  /** Reach of requests that name no object of a tenant, or one of the caller's own. */
  anywhere: sameOutcomeForAll("ok"),

  /**
   * Reach of objects of the tenant as a whole: skills, stored addresses, todo templates, vehicle types, roles,
   * branches, brands, master data and tenant settings. Callers who are bound to branches see them and change none.
   */
  "company read": { ...sameOutcomeForAll("ok"), ...outcomeInOtherTenants(HIDDEN_OUTCOME) },
  "company listed": { ...sameOutcomeForAll("tenant"), ...outcomesOfLists },
  "company changed": {
    ...sameOutcomeForAll("ok"),
    ...outcomesOutsideBranches,
    ...outcomeInOtherTenants(HIDDEN_OUTCOME),
  },
  /** Reach of requests that add an object of the whole company; in another tenant the object is added there. */
  "company extended": { ...sameOutcomeForAll("ok"), ...outcomesOutsideBranches },

  /** Reach of an object of a branch that the crews of the branch see on any tour. */
  "branch read": { ...sameOutcomeForAll("ok"), elsewhere: HIDDEN_OUTCOME, ...outcomeInOtherTenants(HIDDEN_OUTCOME) },
  /** Reach of a list of objects of branches, together with those of no branch. */
  "branch listed": {
    everywhere: "home+away+common",
    ...outcomeForCrews("home+common"),
    right_branch: "home+common",
    elsewhere: "away+common",
    ...outcomesOfLists,
  },
  /** Reach of an object of a branch for the office alone. */
  "branch office": {
    ...sameOutcomeForAll("ok"),
    ...outcomeForCrews(HIDDEN_OUTCOME),
    elsewhere: HIDDEN_OUTCOME,
    ...outcomeInOtherTenants(HIDDEN_OUTCOME),
  },
  /** Reach of a list of objects of branches, with those of no branch for callers of the whole tenant. */
  "office listed": {
    everywhere: "home+away+none",
    ...outcomeForCrews("nothing"),
    right_branch: "home",
    elsewhere: "away",
    ...outcomesOfLists,
  },
  /** Reach of requests that name the branch of the object. */
  "branch named": {
    ...sameOutcomeForAll("ok"),
    ...outcomeForCrews(BRANCH_DENIED_OUTCOME),
    elsewhere: BRANCH_DENIED_OUTCOME,
    ...outcomeInOtherTenants(UNKNOWN_REFERENCE_OUTCOME),
  },
  /** Reach of requests that name another object in their body, which must be in reach. */
  "reference named": {
    ...sameOutcomeForAll("ok"),
    ...outcomeForCrews(UNKNOWN_REFERENCE_OUTCOME),
    elsewhere: UNKNOWN_REFERENCE_OUTCOME,
    ...outcomeInOtherTenants(UNKNOWN_REFERENCE_OUTCOME),
  },

  /** Reach of a case or a tour: for the office of its branch, and the crew of the tour. */
  crew: {
    ...sameOutcomeForAll("ok"),
    driver_off_tour: HIDDEN_OUTCOME,
    elsewhere: HIDDEN_OUTCOME,
    ...outcomeInOtherTenants(HIDDEN_OUTCOME),
  },
  "crew listed": {
    everywhere: "home+away+none",
    driver_off_tour: "nothing",
    driver_on_tour: "own",
    right_branch: "home",
    elsewhere: "away",
    ...outcomesOfLists,
  },
} as const satisfies Readonly<Record<string, ScopeReachRule>>;
