import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Email, Enum, IdParams, versionedEntityFields, Nullable, ClosedObject, Uuid } from "../core/schema";
import { roleAssignmentErrorCodes, roleAssignmentRulesText } from "./user";

/** An invite asks a user who already has an account to work for a further branch group. */
export const UserInvite = ClosedObject(
  {
    ...versionedEntityFields,
    user: ClosedObject(
      { id: Uuid, firstname: Type.String(), lastname: Type.String(), email: Nullable(Email) },
      { $id: "InvitedUser" },
    ),
    branch_group: ClosedObject({ id: Uuid, name: Type.String() }, { $id: "InvitingBranchGroup" }),
    role_ids: Type.Array(Uuid),
    status: Enum(["OPEN", "ACCEPTED", "REJECTED"]),
    invited_by: Nullable(Uuid),
    answered_at: Nullable(DateTime),
  },
  {
    $id: "UserInvite",
    examples: [
      {
        id: "9f3c1c5e-6a0d-4b8e-b0b2-7d1e5a4c2f04",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        user: {
          id: "3c9a3a44-1f2b-4c0e-9a75-4a1f6f0b7d03",
          firstname: "Anna",
          lastname: "Gruber",
          email: "anna.gruber@example.org",
        },
        branch_group: { id: "7a6f1d38-3b2e-4a55-8d6e-0a2c1f9b4e02", name: "Graz" },
        role_ids: ["5b0f9f0e-7f57-4a3c-9d0c-2f7f6e2f8a01"],
        status: "OPEN",
        invited_by: null,
        answered_at: null,
      },
    ],
  },
);
export const UserInviteRequest = ClosedObject(
  {
    user_id: Type.Optional(Uuid),
    email: Type.Optional(Email),
    branch_group_id: Uuid,
    role_ids: Type.Array(Uuid, { minItems: 1, maxItems: 50, uniqueItems: true }),
  },
  {
    $id: "UserInviteRequest",
    description: "Names the person by `user_id` or by `email`, not by both.",
    examples: [
      {
        email: "anna.gruber@example.org",
        branch_group_id: "7a6f1d38-3b2e-4a55-8d6e-0a2c1f9b4e02",
        role_ids: ["5b0f9f0e-7f57-4a3c-9d0c-2f7f6e2f8a01"],
      },
    ],
  },
);
export const UserInviteAnswer = ClosedObject(
  { action: Enum(["ACCEPT", "REJECT"]) },
  { $id: "UserInviteAnswer", examples: [{ action: "ACCEPT" }] },
);

export const userInviteOperations = defineOperations("users", {
  getUserInvites: {
    on: "GET /user_invites",
    summary: "List invites",
    description: "The caller's own and, with `createUser`, those to its branch groups; the newest 1,000.",
    answer: Type.Array(UserInvite),
  },
  createUserInvite: {
    on: "PUT /user_invites",
    changes: "BRANCH",
    summary: "Invite a user to a branch group",
    description: `One invite per user and branch group: a further one replaces it and is open again. ${roleAssignmentRulesText}`,
    grant: "createUser",
    sensitive: true,
    kinds: ["USER", "SERVICE"],
    limit: "message",
    body: UserInviteRequest,
    answer: UserInvite,
    errors: roleAssignmentErrorCodes,
  },
  getUserInvite: {
    on: "GET /user_invites/{id}",
    summary: "Get an invite",
    description:
      "The caller's own or, with `createUser`, one to a branch group whose branches the caller all reaches; any " +
      "other is not found.",
    grant: "getUserInvites",
    params: IdParams,
    answer: UserInvite,
  },
  answerUserInvite: {
    on: "PUT /user_invites/{id}",
    changes: "OWN",
    summary: "Accept or reject one's own invite",
    description: "Accepting gives the roles of the invite at once.",
    kinds: ["USER"],
    params: IdParams,
    body: UserInviteAnswer,
    answer: UserInvite,
    errors: ["INVITE_ALREADY_ANSWERED"],
  },
});
