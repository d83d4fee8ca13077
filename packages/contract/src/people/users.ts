import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { BranchAccess } from "./roles";
import {
  DateTime,
  IdParams,
  pageSchemaOf,
  paginationQueryFields,
  ClosedObject,
  sortQueryFields,
  Uuid,
  createTextFilterFields,
} from "../core/schema";
import {
  roleAssignmentErrorCodes,
  roleAssignmentRulesText,
  roleReachErrorCodes,
  roleReachText,
  User,
  UserActiveStateRequest,
  UserCreateRequest,
  UserUpdateRequest,
} from "./user";
import { UserInfo } from "./user-info";

export const UserPage = pageSchemaOf("users", User, "UserPage");

const SignInRelease = ClosedObject(
  {
    user_id: Uuid,
    released_by: { ...Uuid, description: "Who has released it." },
    valid_until: DateTime,
  },
  {
    $id: "SignInRelease",
    examples: [
      {
        user_id: "3c9a3a44-1f2b-4c0e-9a75-4a1f6f0b7d03",
        released_by: "1f2e3d4c-5b6a-4798-8a9b-0c1d2e3f4a08",
        valid_until: "2026-03-02T08:30:00+00:00",
      },
    ],
  },
);

/** Users of a tenant: their identity, their roles, and whether they work at present. */
export const userOperations = defineOperations("users", {
  unblockUser: {
    on: "POST /user/{id}/unblock",
    changes: "BRANCH",
    summary: "Unblock a user",
    description:
      "Also ends the waits after wrong passwords and PINs, and lets a driver choose a new PIN whose old one was voided by ten wrong ones. " +
      roleReachText,
    grant: "updateUser",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    answer: User,
    errors: roleReachErrorCodes,
  },
  releaseSignIn: {
    on: "POST /users/{id}/release_sign_in",
    changes: "BRANCH",
    summary: "Let a driver set a new PIN",
    description:
      "After ten wrong PINs, once a dispatcher is sure who is calling: for 15 minutes a code by SMS is enough to set a new " +
      `one. Who has released it is kept. Unblocking the user does the same without an end. ${roleReachText}\n\n` +
      "An addition to the specification, with a grant of its own.",
    kinds: ["USER"],
    params: IdParams,
    answer: SignInRelease,
    errors: roleReachErrorCodes,
  },
  getUsers: {
    on: "GET /users",
    summary: "List users",
    description:
      "People who hold a role in the branches that the caller reaches, and the caller. Sorts by `lastname`, " +
      "`firstname`, `email`, `external_id`, `created_at`, `updated_at`.",
    query: ClosedObject({
      ...paginationQueryFields,
      ...sortQueryFields,
      ...createTextFilterFields("first and last name, e-mail address, telephone number or `external_id`"),
      role: Type.Optional({ ...Uuid, description: "Who holds this role." }),
      active: Type.Optional(
        Type.Boolean({ description: "Who works at present (false: does not) anywhere, or in the named branch group." }),
      ),
      associated_roles_branch_access_scope: Type.Optional({
        ...BranchAccess,
        description: "Who holds a role with this branch access.",
      }),
      branch_group_id: Type.Optional({ ...Uuid, description: "Who holds a role in this branch group." }),
    }),
    answer: UserPage,
  },
  createUser: {
    on: "POST /users",
    changes: "BRANCH",
    summary: "Create a user",
    description: `Needs an e-mail address or a telephone number; mails a link to set the password. ${roleAssignmentRulesText} A person who gives roles must have proved lately who they are.`,
    kinds: ["USER", "SERVICE"],
    body: UserCreateRequest,
    success: 201,
    answer: User,
    errors: ["RESOURCE_ALREADY_EXISTS", "AUTH_REAUTHENTICATION_REQUIRED", ...roleAssignmentErrorCodes],
  },
  getUserInfo: {
    on: "GET /users/userinfo",
    summary: "Who am I?",
    description:
      "The user or device behind the token, its tenant, roles and effective grants. Any valid token may ask.",
    grant: null,
    answer: UserInfo,
  },
  getUser: {
    on: "GET /users/{id}",
    summary: "Get a user",
    description:
      "With roles and skills. Callers who are bound to branches see themselves and people who hold a role there; " +
      "others are not found.",
    grant: "getUsers",
    params: IdParams,
    answer: User,
  },
  updateUser: {
    on: "PUT /users/{id}",
    changes: "BRANCH",
    summary: "Replace a user",
    description:
      "`updateMyUser` suffices for one's own names, address, number and language. " +
      "The e-mail address and number of a user open their account, and by `external_id` imports find it: only a caller who " +
      `holds all grants of that user may change them. ${roleAssignmentRulesText} Blocking ends all sessions at once; it and ` +
      "unblocking require the caller to reach all places where the user holds a role. A person who " +
      "gives roles, or changes the own e-mail address or number, must have proved lately who they are (`reauthenticate`).",
    grant: ["updateUser", "updateMyUser"],
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    leftOut: { others: "emptied", kept: ["external_id", "role_associations", "skill_ids", "blocked"] },
    body: UserUpdateRequest,
    answer: User,
    errors: ["RESOURCE_ALREADY_EXISTS", "AUTH_REAUTHENTICATION_REQUIRED", ...roleAssignmentErrorCodes],
  },
  updateUserActiveState: {
    on: "PATCH /users/{id}/active_state",
    changes: "BRANCH",
    summary: "Say whether a user works for a branch group at present",
    description: "While inactive, the user's roles in that branch group give nothing.",
    grant: "updateUser",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    body: UserActiveStateRequest,
    answer: User,
    errors: ["BRANCH_ACCESS_DENIED", "REFERENCE_NOT_FOUND"],
  },
  deleteInactiveUser: {
    on: "DELETE /users/{id}/inactive",
    changes: "BRANCH",
    summary: "Delete an inactive user for good",
    description:
      "Only a user who is inactive everywhere, and on no running tour (`RESOURCE_IN_USE`). All personal data go; the id stays in histories as a " +
      "pseudonym. The user is taken off planned tours. Emits `tour update` for these, and `calendar` for absences and shifts.",
    grant: "deleteUser",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    success: 204,
    errors: ["USER_NOT_INACTIVE", "RESOURCE_IN_USE", "BRANCH_ACCESS_DENIED"],
  },
  deleteUserRoleBranchAllAssociations: {
    on: "DELETE /users/{id}/role_branch_all_associations",
    changes: "BRANCH",
    summary: "Take away a user's roles for the whole tenant",
    description: roleAssignmentRulesText,
    grant: "updateUser",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    success: 204,
    errors: ["ROLE_ASSIGNMENT_NOT_ALLOWED", "BRANCH_ACCESS_DENIED"],
  },
  deleteUserRoleBranchGroupAssociations: {
    on: "DELETE /users/{id}/role_branch_group_associations",
    changes: "BRANCH",
    summary: "Take away a user's roles in branch groups",
    description: `Those in branch groups that the caller reaches. ${roleAssignmentRulesText}`,
    grant: "updateUser",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    success: 204,
    errors: ["ROLE_ASSIGNMENT_NOT_ALLOWED", "BRANCH_ACCESS_DENIED"],
  },
});
