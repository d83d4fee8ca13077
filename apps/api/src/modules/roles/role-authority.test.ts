import { describe, expect, it } from "vitest";
import { listChangedEntries, findGrantShortfall, roleFitsBranchGroup, type HeldRoleGrants } from "./role-authority";

const wholeTenantHolding: HeldRoleGrants = {
  role_type: "ADMINISTRATOR",
  grants: ["getCases", "createCase"],
  branch_ids: null,
};
const dispatcherInGraz: HeldRoleGrants = { role_type: "DISPATCHER", grants: ["getCases"], branch_ids: ["graz"] };
const dispatcherInLinz: HeldRoleGrants = {
  role_type: "DISPATCHER",
  grants: ["getCases", "createCase"],
  branch_ids: ["linz"],
};
const driverHolding: HeldRoleGrants = { role_type: "DRIVER", grants: ["getCases"], branch_ids: null };

interface AuthorityCase {
  readonly what: string;
  readonly holdings: readonly HeldRoleGrants[];
  readonly grants: readonly string[];
  readonly place: readonly string[] | null;
  readonly lacks?: object;
}
const grantableCases: readonly AuthorityCase[] = [
  {
    what: "all of its grants everywhere",
    holdings: [wholeTenantHolding],
    grants: ["getCases", "createCase"],
    place: null,
  },
  { what: "a grant in its branch", holdings: [dispatcherInGraz], grants: ["getCases"], place: ["graz"] },
  {
    what: "a grant in two branches that two of its roles cover together",
    holdings: [dispatcherInGraz, dispatcherInLinz],
    grants: ["getCases"],
    place: ["graz", "linz"],
  },
  { what: "nothing at all", holdings: [], grants: [], place: null },
];
const branchShortfall = (branch_id: string | undefined) => ({ lacks: "BRANCH", branch_id });
const deniedCases: readonly AuthorityCase[] = [
  {
    what: "it does not hold",
    holdings: [wholeTenantHolding],
    grants: ["deleteUser"],
    place: ["graz"],
    lacks: { lacks: "GRANT", grant: "deleteUser" },
  },
  {
    what: "it holds only in another branch",
    holdings: [dispatcherInGraz],
    grants: ["getCases"],
    place: ["graz", "linz"],
    lacks: branchShortfall("linz"),
  },
  {
    what: "it holds in some branches, for the whole tenant",
    holdings: [dispatcherInGraz, dispatcherInLinz],
    grants: ["getCases"],
    place: null,
    lacks: branchShortfall(undefined),
  },
  {
    what: "it holds in some branches, for an empty branch group",
    holdings: [dispatcherInGraz],
    grants: ["getCases"],
    place: [],
    lacks: branchShortfall(undefined),
  },
  {
    what: "it holds only through a role of another branch",
    holdings: [dispatcherInGraz, dispatcherInLinz],
    grants: ["createCase"],
    place: ["graz"],
    lacks: branchShortfall("graz"),
  },
  {
    what: "it holds only as a driver",
    holdings: [driverHolding],
    grants: ["getCases"],
    place: ["graz"],
    lacks: { lacks: "GRANT", grant: "getCases" },
  },
];

describe("the right to give grants", () => {
  it.each(grantableCases)("a caller may grant $what", ({ holdings, grants, place }) => {
    expect(findGrantShortfall(holdings, grants, place)).toBeUndefined();
  });

  it.each(deniedCases)("a caller may not grant permissions that $what", ({ holdings, grants, place, lacks }) => {
    expect(findGrantShortfall(holdings, grants, place)).toEqual(lacks);
  });

  it("changing a role requires authority over the grants that are added and those that are removed", () => {
    expect(listChangedEntries(["a", "b"], ["b", "c"])).toEqual(["a", "c"]);
  });

  it.each([
    ["ALL", null, true],
    ["ALL", "SINGLE", false],
    ["BRANCH_SINGLE", "SINGLE", true],
    ["BRANCH_SINGLE", null, false],
    ["BRANCH_COLLECTION", "SINGLE", false],
  ])("whether a role with the branch access %s fits a branch group of type %s: %s", (access, type, fits) => {
    expect(roleFitsBranchGroup(access, type)).toBe(fits);
  });
});
