import { describe, expect, it } from "vitest";
import { fitsType, grantsIn } from "./branch-group";

const role = (branch_ids: string[] | null, ...grants: string[]) => ({ grants, branch_ids });

describe("the grants of a caller in a branch group", () => {
  it.each([
    ["a role that holds everywhere", [role(null, "getCases")], ["north", "south"], ["getCases"]],
    ["a role that reaches all its branches", [role(["north", "south"], "getCases")], ["north"], ["getCases"]],
    ["no role that reaches only some of them", [role(["north"], "getCases")], ["north", "south"], []],
    ["two roles together", [role(["north"], "a"), role(["south"], "a", "b")], ["north", "south"], ["a"]],
    ["each grant once, in order", [role(null, "b", "a"), role(["north"], "a")], ["north"], ["a", "b"]],
  ])("the grants of a caller in a branch group come from %s", (_title, ...[roles, branches, expected]) => {
    expect(grantsIn(roles, branches)).toEqual(expected);
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
  ] as const)("a branch group of type %s with %j: %s", (type, branches, expected) => {
    expect(fitsType(type, branches)).toBe(expected);
  });
});
