import { describe, expect, it } from "vitest";
import { changedGrants, findShortfall, fitsBranchAccess, type Holding } from "./role-authority";

const everywhere: Holding = { role_type: "ADMINISTRATOR", grants: ["getCases", "createCase"], branch_ids: null };
const inGraz: Holding = { role_type: "DISPATCHER", grants: ["getCases"], branch_ids: ["graz"] };
const inLinz: Holding = { role_type: "DISPATCHER", grants: ["getCases", "createCase"], branch_ids: ["linz"] };
const driving: Holding = { role_type: "DRIVER", grants: ["getCases"], branch_ids: null };

describe("who may give grants", () => {
  it.each([
    ["all of its grants everywhere", [everywhere], ["getCases", "createCase"], null, undefined],
    ["a grant in its branch", [inGraz], ["getCases"], ["graz"], undefined],
    ["a grant in branches that two roles reach together", [inGraz, inLinz], ["getCases"], ["graz", "linz"], undefined],
    ["nothing at all", [], [], null, undefined],
  ])("gives %s", (_title, holdings, grants, place, expected) => {
    expect(findShortfall(holdings, grants, place)).toBe(expected);
  });

  it.each([
    ["it lacks", [everywhere], ["deleteUser"], ["graz"], { lacks: "GRANT", grant: "deleteUser" }],
    ["it holds elsewhere", [inGraz], ["getCases"], ["graz", "linz"], { lacks: "BRANCH", branch_id: "linz" }],
    ["it holds in branches, for the tenant", [inGraz, inLinz], ["getCases"], null, { lacks: "BRANCH" }],
    ["it holds in branches, for an empty group", [inGraz], ["getCases"], [], { lacks: "BRANCH" }],
    ["its roles hold in different branches", [inGraz, inLinz], ["createCase"], ["graz"], { branch_id: "graz" }],
    ["it holds as a driver", [driving], ["getCases"], ["graz"], { lacks: "GRANT", grant: "getCases" }],
  ])("does not give what %s", (_title, holdings, grants, place, expected) => {
    expect(findShortfall(holdings, grants, place)).toMatchObject(expected);
  });

  it("answers for what it adds and for what it takes away", () => {
    expect(changedGrants(["a", "b"], ["b", "c"])).toEqual(["a", "c"]);
  });

  it.each([
    ["ALL", null, true],
    ["ALL", "SINGLE", false],
    ["BRANCH_SINGLE", "SINGLE", true],
    ["BRANCH_SINGLE", null, false],
    ["BRANCH_COLLECTION", "SINGLE", false],
  ])("holds %s in a group of type %s: %s", (access, type, fits) => {
    expect(fitsBranchAccess(access, type)).toBe(fits);
  });
});
