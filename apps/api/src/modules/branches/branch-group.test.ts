import { describe, expect, it } from "vitest";
import { fitsBranchGroupType, listGrantsReachingAllBranches } from "./branch-group";

const roleInBranches = (branch_ids: string[] | null, ...grants: string[]) => ({ grants, branch_ids });

describe("the grants of a caller in a branch group", () => {
  it.each([
    ["a role that holds everywhere", [roleInBranches(null, "getCases")], ["north", "south"], ["getCases"]],
    ["a role that reaches all its branches", [roleInBranches(["north", "south"], "getCases")], ["north"], ["getCases"]],
    ["no role that reaches only some of them", [roleInBranches(["north"], "getCases")], ["north", "south"], []],
    [
      "two roles together",
      [roleInBranches(["north"], "a"), roleInBranches(["south"], "a", "b")],
      ["north", "south"],
      ["a"],
    ],
    [
      "each grant once, in order",
      [roleInBranches(null, "b", "a"), roleInBranches(["north"], "a")],
      ["north"],
      ["a", "b"],
    ],
  ])("a caller's grants in a branch group come from %s", (_title, ...[roles, branches, expected]) => {
    expect(listGrantsReachingAllBranches(roles, branches)).toEqual(expected);
  });
});

describe("a branch group", () => {
  it.each([
    ["SINGLE", ["north"], true],
    ["SINGLE", ["north", "south"], false],
    ["SINGLE", [], false],
    ["COLLECTION", ["north"], true],
    ["COLLECTION", ["north", "south"], true],
    ["COLLECTION", [], false],
  ] as const)("whether a branch group of type %s with %j is valid: %s", (type, branches, expected) => {
    expect(fitsBranchGroupType(type, branches)).toBe(expected);
  });
});
