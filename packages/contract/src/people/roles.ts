/** A role is a bundle of grants that people, integrations and devices hold, everywhere or in branch groups. */
import { Type } from "typebox";
import { GrantName } from "../operation/grants";
import { defineOperations } from "../operation/operation";
import { Enum, IdParams, SingleLineText, versionedEntityFields, LockVersion, ClosedObject, Uuid } from "../core/schema";

export const RoleType = Enum(["ADMINISTRATOR", "DISPATCHER", "DRIVER", "INTEGRATION", "READER"], {
  description: "Who it is for. `DRIVER` roles reach their holder's own tours; devices hold all of them.",
});
export const BranchAccess = Enum(["ALL", "BRANCH_COLLECTION", "BRANCH_SINGLE"], {
  description: "Where it holds: in the whole tenant, or in a branch group of that type which each association names.",
});

const roleFields = {
  name: SingleLineText(100, { description: "Unique in the tenant." }),
  role_type: RoleType,
  branch_access: BranchAccess,
} as const;
const grantList = Type.Array(GrantName, { maxItems: 500, uniqueItems: true });
const rolesAllowedToAssign = Type.Array(Uuid, {
  maxItems: 500,
  uniqueItems: true,
  description: "The roles that holders of this one may give to others and change.",
});
const roleExample = {
  name: "Dispatcher Graz",
  role_type: "DISPATCHER",
  branch_access: "BRANCH_SINGLE",
  grants: ["getCases", "createCase"],
  roles_allowed_to_assign: [],
} as const;

export const Role = ClosedObject(
  {
    ...versionedEntityFields,
    ...roleFields,
    grants: Type.Array(Type.String()),
    roles_allowed_to_assign: Type.Array(Uuid),
  },
  {
    $id: "Role",
    examples: [
      {
        id: "5b0f9f0e-7f57-4a3c-9d0c-2f7f6e2f8a01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 2,
        ...roleExample,
      },
    ],
  },
);
export const RoleCreateRequest = ClosedObject(
  { ...roleFields, grants: grantList, roles_allowed_to_assign: Type.Optional(rolesAllowedToAssign) },
  { $id: "RoleCreateRequest", examples: [roleExample] },
);
export const RoleUpdateRequest = ClosedObject(
  { ...roleFields, grants: grantList, roles_allowed_to_assign: rolesAllowedToAssign, lock_version: LockVersion },
  { $id: "RoleUpdateRequest", examples: [{ ...roleExample, lock_version: 2 }] },
);

export const roleOperations = defineOperations("roles", {
  getRoles: {
    on: "GET /roles",
    summary: "List roles",
    description: "All roles of the tenant by name, or those with one branch access.",
    query: ClosedObject({ branch_access: Type.Optional(BranchAccess) }),
    answer: Type.Array(Role),
  },
  createRole: {
    on: "POST /roles",
    changes: "TENANT",
    summary: "Create a role",
    description:
      "Only with grants that the caller holds, and allowed to assign only what the caller may assign; otherwise " +
      "`ROLE_ASSIGNMENT_NOT_ALLOWED`. The caller's own roles may assign the new role from then on.",
    sensitive: true,
    kinds: ["USER", "SERVICE"],
    body: RoleCreateRequest,
    success: 201,
    answer: Role,
    errors: ["RESOURCE_ALREADY_EXISTS", "ROLE_ASSIGNMENT_NOT_ALLOWED", "REFERENCE_NOT_FOUND"],
  },
  updateRole: {
    on: "PUT /roles/{id}",
    changes: "TENANT",
    summary: "Replace a role",
    description:
      "Only a role that the caller may assign; grants are added and taken away only by a user who holds them wherever " +
      "the role is held. Applies at once to all users who hold the role. The branch access of a role that is held " +
      "stays (`RESOURCE_IN_USE`).",
    sensitive: true,
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    body: RoleUpdateRequest,
    answer: Role,
    errors: ["RESOURCE_ALREADY_EXISTS", "ROLE_ASSIGNMENT_NOT_ALLOWED", "REFERENCE_NOT_FOUND", "RESOURCE_IN_USE"],
  },
  deleteRole: {
    on: "DELETE /roles/{id}",
    changes: "TENANT",
    summary: "Delete a role",
    description:
      "Only a role that the caller may assign, and whose grants it holds itself. Refused with `RESOURCE_IN_USE` while a user " +
      "holds it or is invited to it (`by` is `role_associations`), while it is the last role with the grant `updateRole` " +
      "(`tenant`), and while it is the last one of type `DRIVER` and there are phones, which hold all of these (`device`). " +
      "Other roles lose it from their `roles_allowed_to_assign`.",
    sensitive: true,
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    success: 204,
    errors: ["ROLE_ASSIGNMENT_NOT_ALLOWED", "RESOURCE_IN_USE"],
  },
});
