import { describe, expect, it } from "vitest";
import { changedGrants, findShortfall, fitsBranchAccess, type Holding } from "./role-authority";

const everywhere: Holding = { role_type: "ADMINISTRATOR", grants: ["getCases", "createCase"], branch_ids: null };
const inGraz: Holding = { role_type: "DISPATCHER", grants: ["getCases"], branch_ids: ["graz"] };
const inLinz: Holding = { role_type: "DISPATCHER", grants: ["getCases", "createCase"], branch_ids: ["linz"] };
const driving: Holding = { role_type: "DRIVER", grants: ["getCases"], branch_ids: null };

interface Case {
  readonly what: string;
  readonly holdings: readonly Holding[];
  readonly grants: readonly string[];
  readonly place: readonly string[] | null;
  readonly lacks?: object;
}
const given: readonly Case[] = [
  { what: "all of its grants everywhere", holdings: [everywhere], grants: ["getCases", "createCase"], place: null },
  { what: "a grant in its branch", holdings: [inGraz], grants: ["getCases"], place: ["graz"] },
  { what: "a grant that two roles reach", holdings: [inGraz, inLinz], grants: ["getCases"], place: ["graz", "linz"] },
  { what: "nothing at all", holdings: [], grants: [], place: null },
];
const inBranch = (branch_id: string | undefined) => ({ lacks: "BRANCH", branch_id });
const kept: readonly Case[] = [
  {
    what: "it lacks",
    holdings: [everywhere],
    grants: ["deleteUser"],
    place: ["graz"],
    lacks: { lacks: "GRANT", grant: "deleteUser" },
  },
  {
    what: "it holds elsewhere",
    holdings: [inGraz],
    grants: ["getCases"],
    place: ["graz", "linz"],
    lacks: inBranch("linz"),
  },
  {
    what: "it holds in branches, for the tenant",
    holdings: [inGraz, inLinz],
    grants: ["getCases"],
    place: null,
    lacks: inBranch(undefined),
  },
  {
    what: "it holds in branches, for an empty group",
    holdings: [inGraz],
    grants: ["getCases"],
    place: [],
    lacks: inBranch(undefined),
  },
  {
    what: "its roles hold in different branches",
    holdings: [inGraz, inLinz],
    grants: ["createCase"],
    place: ["graz"],
    lacks: inBranch("graz"),
  },
  {
    what: "it holds as a driver",
    holdings: [driving],
    grants: ["getCases"],
    place: ["graz"],
    lacks: { lacks: "GRANT", grant: "getCases" },
  },
];

describe("the right to give grants", () => {
  it.each(given)("a caller may give $what", ({ holdings, grants, place }) => {
    expect(findShortfall(holdings, grants, place)).toBeUndefined();
  });

  it.each(kept)("a caller may not give what $what", ({ holdings, grants, place, lacks }) => {
    expect(findShortfall(holdings, grants, place)).toEqual(lacks);
  });

  it("changing a role counts the grants that are added and those that are removed", () => {
    expect(changedGrants(["a", "b"], ["b", "c"])).toEqual(["a", "c"]);
  });

  it.each([
    ["ALL", null, true],
    ["ALL", "SINGLE", false],
    ["BRANCH_SINGLE", "SINGLE", true],
    ["BRANCH_SINGLE", null, false],
    ["BRANCH_COLLECTION", "SINGLE", false],
  ])("a role with access %s in a group of type %s fits: %s", (access, type, fits) => {
    expect(fitsBranchAccess(access, type)).toBe(fits);
  });
});
