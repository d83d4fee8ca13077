import { describe, expect, it } from "vitest";
import { changesNonSelfEditableFields, changesSignInData, compareRoleAssociations } from "./user";

const [driver, lead, graz] = ["driver", "lead", "graz"];
const roleInGraz = { role_id: driver, branch_group_id: graz };
const roleInWholeTenant = { role_id: lead, branch_group_id: null };
const currentUser = {
  email: "anna@example.org",
  phone_number: null,
  external_id: "7",
  blocked: false,
  associations: [roleInGraz, roleInWholeTenant],
  skill_ids: ["lifting"],
};
const unchangedRequest = { firstname: "Anna", lastname: "Gruber", email: "anna@example.org", lock_version: 0 };

describe("a full replacement of roles", () => {
  it.each([
    ["keeps them when they are omitted", undefined, [], []],
    ["changes nothing by naming them again", [roleInWholeTenant, roleInGraz], [], []],
    ["removes those that it does not name", [roleInGraz], [], [roleInWholeTenant]],
    [
      "adds a new one once",
      [
        roleInGraz,
        roleInWholeTenant,
        { role_id: lead, branch_group_id: graz },
        { role_id: lead, branch_group_id: graz },
      ],
      [{ role_id: lead, branch_group_id: graz }],
      [],
    ],
    ["reads a missing branch group as the whole tenant", [roleInGraz, { role_id: lead }], [], []],
  ])("a full replacement of roles %s", (_title, requested, ...[given, taken]) => {
    expect(compareRoleAssociations(currentUser.associations, requested)).toEqual({ given, taken });
  });
});

describe("changes that users may make of themselves", () => {
  it.each([
    ["names and numbers", { phone_number: "+436641234567", language: "en" as const }],
    [
      "fields sent with their current values",
      { external_id: "7", blocked: false, skill_ids: ["lifting"], role_associations: [roleInGraz, roleInWholeTenant] },
    ],
  ])("users may change %s of their own account", (_title, change) => {
    expect(changesNonSelfEditableFields(currentUser, { ...unchangedRequest, ...change })).toBe(false);
  });

  it.each([
    ["roles", { role_associations: [roleInWholeTenant] }],
    ["skills", { skill_ids: [] }],
    ["the external id", { external_id: null }],
    ["blocking", { blocked: true }],
  ])("users may not change %s of their own account", (_title, change) => {
    expect(changesNonSelfEditableFields(currentUser, { ...unchangedRequest, ...change })).toBe(true);
  });
});

it.each([
  [{}, false],
  [{ email: "eve@example.org" }, true],
  [{ email: undefined }, true],
  [{ phone_number: "+436641234567" }, true],
])("whether a change of %j would let another person sign in to the account: %s", (change, expected) => {
  expect(changesSignInData(currentUser, { ...unchangedRequest, ...change })).toBe(expected);
});
