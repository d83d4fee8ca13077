/** A branch is a place from which a tenant works; roles that are bound to branches hold in groups of them. */
import { Type } from "typebox";
import { Country } from "../core/country";
import { defineOperations } from "../operation/operation";
import {
  Enum,
  IdParams,
  Latitude,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Longitude,
  Nullable,
  PhoneNumber,
  ClosedObject,
  Uuid,
  createTextFilterFields,
} from "../core/schema";

const BranchType = Type.String({
  pattern: "^[A-Z][A-Z0-9_]{0,31}$",
  description: "The tenant's own kind of branch, in capitals.",
  examples: ["BRANCH"],
});

export const BranchAddress = ClosedObject(
  {
    street: Type.Optional(Nullable(SingleLineText(200))),
    house_number: Type.Optional(Nullable(SingleLineText(32))),
    zip_code: Type.Optional(Nullable(SingleLineText(16))),
    city: Type.Optional(Nullable(SingleLineText(200))),
    country: Type.Optional(Nullable(Country)),
    lat: Type.Optional(Nullable(Latitude)),
    lon: Type.Optional(Nullable(Longitude)),
  },
  {
    $id: "BranchAddress",
    examples: [{ street: "Hauptplatz", house_number: "1", zip_code: "8010", city: "Graz", country: "AT" }],
  },
);

const branchFields = {
  name: SingleLineText(200),
  type: BranchType,
  external_id: Nullable(SingleLineText(100, { description: "The branch's id in the tenant's own systems; unique." })),
  address: Nullable(BranchAddress),
  phone_number: Nullable(PhoneNumber),
  internal_dispatching_enabled: Type.Boolean({
    description:
      "Whether the branch dispatches its cases itself. If not, dispatchers who reach only such branches can neither assign, " +
      "unassign nor forward (`BRANCH_ACCESS_DENIED`), and what is told to its desk is told to the desk of the whole tenant.",
  }),
  location_report_required: Type.Boolean({
    description:
      "Whether tours that work have to say where they are: one that is silent for `location_report_minutes` of the tenant's " +
      "settings is asked, then its desk is told. Nothing is blocked.",
  }),
  active: Type.Boolean(),
} as const;
const branchExample = {
  name: "Graz",
  type: "BRANCH",
  external_id: "B-8010",
  address: { street: "Hauptplatz", house_number: "1", zip_code: "8010", city: "Graz", country: "AT" },
  phone_number: "+43316123456",
  internal_dispatching_enabled: true,
  location_report_required: false,
  active: true,
};
const branchExampleId = "7e6d5c4b-3a29-4817-8605-f4e3d2c1b001";

export const Branch = ClosedObject(
  {
    ...versionedEntityFields,
    ...branchFields,
    drivers_on_duty: Nullable(
      Type.Integer({
        minimum: 0,
        description: "Of `drivers_total`, those on a started tour of this branch and not off duty.",
      }),
    ),
    drivers_total: Nullable(
      Type.Integer({ minimum: 0, description: "People with a driver role that reaches the branch." }),
    ),
  },
  {
    $id: "Branch",
    examples: [
      {
        id: branchExampleId,
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 1,
        ...branchExample,
        drivers_on_duty: 3,
        drivers_total: 8,
      },
    ],
  },
);
export const BranchCreateRequest = ClosedObject(
  {
    name: branchFields.name,
    type: Type.Optional(Type.String({ ...BranchType, default: "BRANCH" })),
    external_id: Type.Optional(branchFields.external_id),
    address: Type.Optional(branchFields.address),
    phone_number: Type.Optional(branchFields.phone_number),
    internal_dispatching_enabled: Type.Optional(Type.Boolean({ default: true })),
    location_report_required: Type.Optional(Type.Boolean({ default: false })),
    active: Type.Optional(Type.Boolean({ default: true })),
  },
  { $id: "BranchCreateRequest", examples: [branchExample] },
);
export const BranchUpdateRequest = ClosedObject(
  { ...BranchCreateRequest.properties, lock_version: LockVersion },
  { $id: "BranchUpdateRequest", examples: [{ ...branchExample, lock_version: 1 }] },
);

const branchGroupExample = { name: "Styria", type: "COLLECTION" as const };
export const BranchGroup = ClosedObject(
  {
    ...versionedEntityFields,
    name: SingleLineText(200),
    type: Enum(["COLLECTION", "SINGLE"], { description: "SINGLE holds exactly one branch; the type never changes." }),
    branches: Type.Array(ClosedObject({ id: Uuid, name: Type.String() })),
    grants: Type.Array(Type.String(), { description: "What the caller may do in every branch of the group." }),
  },
  {
    $id: "BranchGroup",
    examples: [
      {
        id: "1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        ...branchGroupExample,
        branches: [{ id: branchExampleId, name: "Graz" }],
        grants: ["getCases", "getVehicles"],
      },
    ],
  },
);
const BranchIds = Type.Array(Uuid, { minItems: 1, maxItems: 1000, uniqueItems: true });
export const BranchGroupCreateRequest = ClosedObject(
  { name: BranchGroup.properties.name, type: BranchGroup.properties.type, branch_ids: BranchIds },
  { $id: "BranchGroupCreateRequest", examples: [{ ...branchGroupExample, branch_ids: [branchExampleId] }] },
);
export const BranchGroupUpdateRequest = ClosedObject(
  { name: BranchGroup.properties.name, branch_ids: Type.Optional(BranchIds), lock_version: LockVersion },
  { $id: "BranchGroupUpdateRequest", examples: [{ name: "Styria", branch_ids: [branchExampleId], lock_version: 0 }] },
);

export const branchOperations = defineOperations("branches", {
  getBranches: {
    on: "GET /branches",
    summary: "List branches",
    description: "The branches that the caller reaches, by name, or those of one type.",
    query: ClosedObject({
      ...createTextFilterFields("name or `external_id`"),
      include_drivers_info: Type.Optional(
        Type.Boolean({ description: "Fills `drivers_on_duty` and `drivers_total`; they are null otherwise." }),
      ),
      type: Type.Optional(BranchType),
    }),
    answer: Type.Array(Branch),
  },
  createBranch: {
    on: "POST /branches",
    changes: "TENANT",
    summary: "Create a branch",
    body: BranchCreateRequest,
    success: 201,
    answer: Branch,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  getBranch: {
    on: "GET /branches/{id}",
    summary: "Get a branch",
    description: "A branch out of reach is not found. With its drivers counted: all of them, and those on duty.",
    grant: "getBranches",
    params: IdParams,
    answer: Branch,
  },
  updateBranch: {
    on: "PUT /branches/{id}",
    changes: "BRANCH",
    summary: "Replace a branch",
    description: "Refused with `RESOURCE_ALREADY_EXISTS` when " + "another branch has the `external_id`.",
    params: IdParams,
    leftOut: {
      others: "emptied",
      defaults: ["type", "internal_dispatching_enabled", "location_report_required", "active"],
    },
    body: BranchUpdateRequest,
    answer: Branch,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  deleteBranch: {
    on: "DELETE /branches/{id}",
    changes: "TENANT",
    summary: "Delete a branch",
    description:
      "For a branch that came to nothing; one that has worked is set inactive. Refused with `RESOURCE_IN_USE` while there are " +
      "cases, tours, vehicles, devices, areas or critical messages of it, or a user holds a role in a group of this branch " +
      "alone or was ever invited to it. Such groups go with it; larger groups go on without it, and so do webhooks, but for those " +
      "that were for this branch alone: they are switched off (`NO_BRANCH`).",
    params: IdParams,
    success: 204,
    errors: ["RESOURCE_IN_USE"],
  },
  getBranchGroups: {
    on: "GET /branches/groups",
    summary: "List branch groups",
    description: "The groups whose branches the caller all reaches, by name.",
    answer: Type.Array(BranchGroup),
  },
  createBranchGroup: {
    on: "POST /branches/groups",
    changes: "BRANCH",
    summary: "Create a branch group",
    description:
      "A group is what a role is bound to: `SINGLE` holds exactly one branch, `COLLECTION` at least one; another " +
      "count is refused with `FIELD_COMBINATION_INVALID`. The caller has to reach each of its branches, else " +
      "`BRANCH_ACCESS_DENIED`. It gives no rights until a role is given in it.",
    body: BranchGroupCreateRequest,
    success: 201,
    answer: BranchGroup,
    errors: ["BRANCH_ACCESS_DENIED", "FIELD_COMBINATION_INVALID", "REFERENCE_NOT_FOUND"],
  },
  updateBranchGroup: {
    on: "PUT /branches/groups/{id}",
    changes: "BRANCH",
    summary: "Replace a branch group",
    description:
      "The rights of all users whose role is bound to the group follow at once. A branch is added or removed only by " +
      "a caller who holds there all grants of these roles, and of those in open invites to the group: else " +
      "`ROLE_ASSIGNMENT_NOT_ALLOWED`, or `BRANCH_ACCESS_DENIED` where the caller holds them in other branches only.",
    params: IdParams,
    leftOut: { others: "kept" },
    body: BranchGroupUpdateRequest,
    answer: BranchGroup,
    errors: ["BRANCH_ACCESS_DENIED", "FIELD_COMBINATION_INVALID", "REFERENCE_NOT_FOUND", "ROLE_ASSIGNMENT_NOT_ALLOWED"],
  },
});
