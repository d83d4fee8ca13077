/**
 * Reach of an operation for a caller whom it has let in: the outcome of each kind of caller that its reach decides.
 * `ok` is success; further words are the rows of a list that a caller sees, and codes are refusals.
 */
export interface Reach {
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

const HIDDEN = "404 RESOURCE_NOT_FOUND";
const DENIED = "403 BRANCH_ACCESS_DENIED";
const UNKNOWN = "422 REFERENCE_NOT_FOUND";

const forAll = (outcome: string): Reach => ({
  everywhere: outcome,
  driver_off_tour: outcome,
  driver_on_tour: outcome,
  right_branch: outcome,
  elsewhere: outcome,
  other_tenant: outcome,
  other_tenant_type: outcome,
});
const inOtherTenants = (outcome: string) => ({ other_tenant: outcome, other_tenant_type: outcome });
const forCrews = (outcome: string) => ({ driver_off_tour: outcome, driver_on_tour: outcome });
const boundToBranches = { ...forCrews(DENIED), right_branch: DENIED, elsewhere: DENIED };
const listed = { other_tenant: "foreign", other_tenant_type: "nothing" };

/** Rules of the authorization matrix. Each is reviewed; the table names one for every operation. */
export const reaches = {
  /** Reach of requests that name no object of a tenant, or one of the caller's own. */
  anywhere: forAll("ok"),

  /**
   * Reach of objects of the tenant as a whole: skills, stored addresses, todo templates, vehicle types, roles,
   * branches, brands, master data and tenant settings. Callers who are bound to branches see them and change none.
   */
  "company read": { ...forAll("ok"), ...inOtherTenants(HIDDEN) },
  "company listed": { ...forAll("tenant"), ...listed },
  "company changed": { ...forAll("ok"), ...boundToBranches, ...inOtherTenants(HIDDEN) },
  /** Reach of requests that add such an object; in another tenant it is added there. */
  "company extended": { ...forAll("ok"), ...boundToBranches },

  /** Reach of an object of a branch that its crews see whatever tour they are on. */
  "branch read": { ...forAll("ok"), elsewhere: HIDDEN, ...inOtherTenants(HIDDEN) },
  /** Reach of a list of such objects, with those of no branch. */
  "branch listed": {
    everywhere: "home+away+common",
    ...forCrews("home+common"),
    right_branch: "home+common",
    elsewhere: "away+common",
    ...listed,
  },
  /** Reach of an object of a branch for the office alone. */
  "branch office": { ...forAll("ok"), ...forCrews(HIDDEN), elsewhere: HIDDEN, ...inOtherTenants(HIDDEN) },
  /** Reach of a list of such objects, with those of no branch for callers of the whole tenant. */
  "office listed": {
    everywhere: "home+away+none",
    ...forCrews("nothing"),
    right_branch: "home",
    elsewhere: "away",
    ...listed,
  },
  /** Reach of requests that name the branch of the object. */
  "branch named": { ...forAll("ok"), ...forCrews(DENIED), elsewhere: DENIED, ...inOtherTenants(UNKNOWN) },
  /** Reach of requests that name another object in their body, which must be in reach. */
  "reference named": { ...forAll("ok"), ...forCrews(UNKNOWN), elsewhere: UNKNOWN, ...inOtherTenants(UNKNOWN) },

  /** Reach of a case or a tour: for the office of its branch, and the crew of the tour. */
  crew: { ...forAll("ok"), driver_off_tour: HIDDEN, elsewhere: HIDDEN, ...inOtherTenants(HIDDEN) },
  "crew listed": {
    everywhere: "home+away+none",
    driver_off_tour: "nothing",
    driver_on_tour: "own",
    right_branch: "home",
    elsewhere: "away",
    ...listed,
  },
} as const satisfies Readonly<Record<string, Reach>>;
