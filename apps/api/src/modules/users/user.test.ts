import { describe, expect, it } from "vitest";
import { changesMoreThanOneself, changesSignIn, compareAssociations } from "./user";

const [driver, lead, graz] = ["driver", "lead", "graz"];
const inGraz = { role_id: driver, branch_group_id: graz };
const everywhere = { role_id: lead, branch_group_id: null };
const current = {
  email: "anna@example.org",
  phone_number: null,
  external_id: "7",
  blocked: false,
  associations: [inGraz, everywhere],
  skill_ids: ["lifting"],
};
const same = { firstname: "Anna", lastname: "Gruber", email: "anna@example.org", lock_version: 0 };

describe("a full replacement of roles", () => {
  it.each([
    ["leaves them when they are left out", undefined, [], []],
    ["changes nothing by naming them again", [everywhere, inGraz], [], []],
    ["takes what it does not name", [inGraz], [], [everywhere]],
    [
      "gives what is new, once",
      [inGraz, everywhere, { role_id: lead, branch_group_id: graz }, { role_id: lead, branch_group_id: graz }],
      [{ role_id: lead, branch_group_id: graz }],
      [],
    ],
    ["takes a missing group for the whole tenant", [inGraz, { role_id: lead }], [], []],
  ])("a full replacement of roles %s", (_title, requested, ...[given, taken]) => {
    expect(compareAssociations(current.associations, requested)).toEqual({ given, taken });
  });
});

describe("changes that users may make of themselves", () => {
  it.each([
    ["names and numbers", { phone_number: "+436641234567", language: "en" as const }],
    [
      "what they repeat as it is",
      { external_id: "7", blocked: false, skill_ids: ["lifting"], role_associations: [inGraz, everywhere] },
    ],
  ])("users may change %s of themselves", (_title, change) => {
    expect(changesMoreThanOneself(current, { ...same, ...change })).toBe(false);
  });

  it.each([
    ["roles", { role_associations: [everywhere] }],
    ["skills", { skill_ids: [] }],
    ["the external id", { external_id: null }],
    ["blocking", { blocked: true }],
  ])("users may not change %s of themselves", (_title, change) => {
    expect(changesMoreThanOneself(current, { ...same, ...change })).toBe(true);
  });
});

it.each([
  [{}, false],
  [{ email: "eve@example.org" }, true],
  [{ email: undefined }, true],
  [{ phone_number: "+436641234567" }, true],
])("a change of %j lets another person sign in to the account: %s", (change, expected) => {
  expect(changesSignIn(current, { ...same, ...change })).toBe(expected);
});
