/** A user is a person who works for the tenant; what it may do follows from the roles that it holds. */
import { Type } from "typebox";
import { BranchAccess, RoleType } from "./roles";
import {
  Email,
  Enum,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  PhoneNumber,
  ClosedObject,
  type Static,
  Uuid,
} from "../core/schema";

export const UserLanguage = Enum(["de", "en"], { description: "Of messages and screens; null: the tenant's." });

const RoleAssociation = ClosedObject(
  {
    role_id: Uuid,
    role_name: Type.String(),
    role_type: RoleType,
    branch_access: BranchAccess,
    branch_group_id: Nullable(Uuid),
    branch_group_name: Nullable(Type.String()),
  },
  { $id: "RoleAssociation" },
);
/** A role of a user: in a branch group, or in the whole tenant. */
export type UserRoleAssociation = Pick<Static<typeof RoleAssociation>, "role_id" | "branch_group_id">;
const RoleAssociationRequest = ClosedObject(
  { role_id: Uuid, branch_group_id: Type.Optional(Nullable(Uuid)) },
  {
    $id: "RoleAssociationRequest",
    description: "A role for the whole tenant comes without branch group, every other one with a group of its type.",
  },
);
const UserSkill = ClosedObject({ skill_id: Uuid, name: Type.String() }, { $id: "UserSkill" });
export const UserActiveState = ClosedObject(
  { branch_group_id: Uuid, branch_group_name: Type.String(), active: Type.Boolean() },
  { $id: "UserActiveState" },
);

const personFields = {
  firstname: SingleLineText(100),
  lastname: SingleLineText(100),
  email: Nullable(Email),
  phone_number: Nullable(PhoneNumber),
  external_id: Nullable(SingleLineText(100)),
  language: Nullable(UserLanguage),
} as const;
const personExample = {
  firstname: "Anna",
  lastname: "Gruber",
  email: "anna.gruber@example.org",
  phone_number: "+4366412345678",
  external_id: null,
  language: "de",
} as const;
const roleExampleId = "5b0f9f0e-7f57-4a3c-9d0c-2f7f6e2f8a01";
const groupExampleId = "7a6f1d38-3b2e-4a55-8d6e-0a2c1f9b4e02";

export const User = ClosedObject(
  {
    ...versionedEntityFields,
    ...personFields,
    // First name as it is stored: programs that fill the table may leave it empty.
    firstname: Type.String(),
    lastname: Type.String(),
    blocked: Type.Boolean(),
    password_set: Type.Boolean({ description: "Whether the invitation to set a password was followed." }),
    pin_release_required: Type.Boolean({
      description:
        "Whether the PIN was voided by ten wrong ones: releasing or unblocking the user lets a new one be chosen.",
    }),
    role_associations: Type.Array(RoleAssociation),
    skills: Type.Array(UserSkill),
    active_states: Type.Array(UserActiveState, {
      description: "For each branch group in which the user holds a role: whether it works there at present.",
    }),
  },
  {
    $id: "User",
    examples: [
      {
        id: "3c9a3a44-1f2b-4c0e-9a75-4a1f6f0b7d03",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 4,
        ...personExample,
        blocked: false,
        password_set: true,
        pin_release_required: false,
        role_associations: [
          {
            role_id: roleExampleId,
            role_name: "Dispatcher Graz",
            role_type: "DISPATCHER",
            branch_access: "BRANCH_SINGLE",
            branch_group_id: groupExampleId,
            branch_group_name: "Graz",
          },
        ],
        skills: [],
        active_states: [{ branch_group_id: groupExampleId, branch_group_name: "Graz", active: true }],
      },
    ],
  },
);

const roleAssociations = Type.Array(RoleAssociationRequest, { maxItems: 200 });
const skillIds = Type.Array(Uuid, { maxItems: 200, uniqueItems: true });
const userRequestFields = {
  firstname: personFields.firstname,
  lastname: personFields.lastname,
  email: Type.Optional(personFields.email),
  phone_number: Type.Optional(personFields.phone_number),
  external_id: Type.Optional(personFields.external_id),
  language: Type.Optional(personFields.language),
  role_associations: Type.Optional(roleAssociations),
  skill_ids: Type.Optional(skillIds),
} as const;
const userRequestExample = {
  ...personExample,
  role_associations: [{ role_id: roleExampleId, branch_group_id: groupExampleId }],
  skill_ids: [],
};

export const UserCreateRequest = ClosedObject(userRequestFields, {
  $id: "UserCreateRequest",
  examples: [userRequestExample],
});
export const UserUpdateRequest = ClosedObject(
  { ...userRequestFields, blocked: Type.Optional(Type.Boolean()), lock_version: LockVersion },
  { $id: "UserUpdateRequest", examples: [{ ...userRequestExample, blocked: false, lock_version: 4 }] },
);
export const UserActiveStateRequest = ClosedObject(
  { branch_group_id: Uuid, active: Type.Boolean() },
  { $id: "UserActiveStateRequest", examples: [{ branch_group_id: groupExampleId, active: false }] },
);

/** Errors by which giving and taking of roles may be refused. */
export const roleAssignmentErrorCodes = [
  "ROLE_ASSIGNMENT_NOT_ALLOWED",
  "BRANCH_ACCESS_DENIED",
  "REFERENCE_NOT_FOUND",
  "FIELD_COMBINATION_INVALID",
] as const;
export const roleAssignmentRulesText =
  "Roles are given and taken away only by a user who may assign them, holds all of their grants, and reaches the " +
  "branches concerned.";

/** Errors by which blocking, unblocking and signing out a user who also works beyond the caller's reach are refused. */
export const roleReachErrorCodes = ["ROLE_ASSIGNMENT_NOT_ALLOWED", "BRANCH_ACCESS_DENIED"] as const;
export const roleReachText =
  "It works in every place where the user holds a role. A caller who does not reach all of them is refused, by " +
  "`ROLE_ASSIGNMENT_NOT_ALLOWED` for a role in the whole tenant, and by `BRANCH_ACCESS_DENIED` for one in another branch.";
