import { consolePaths } from "@leitstand/contract/core/console-paths";
import type { Static } from "@leitstand/contract/core/schema";
import type { UserInviteAnswer, UserInviteRequest } from "@leitstand/contract/people/user-invites";
import type { Tx } from "#platform/database/database";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { checkRoleAssignments } from "#modules/roles/index";
import { addRolesOfInvite, findInvitee } from "#modules/users/index";
import { composeInviteMail } from "./user-invite";
import {
  updateInviteAnswer,
  lockOwnInvite,
  selectUserInvite,
  selectUserInvites,
  upsertUserInvite,
} from "./user-invites.sql";

export const listUserInvites = (tx: Tx, principal: Principal) => selectUserInvites(tx, inviteReaderOf(principal));

export async function getInvite(tx: Tx, principal: Principal, id: string) {
  const invite = await selectUserInvite(tx, inviteReaderOf(principal), id);
  if (!invite) throw notFound("user_invite", id);
  return invite;
}

/**
 * Invites a user. An invite gives no more than the inviter could assign at once, so accepting it needs no further
 * check.
 */
export async function inviteUser(
  tx: Tx,
  caller: { principal: Principal; scope: Scope; publicUrl: string },
  request: Static<typeof UserInviteRequest>,
) {
  if ((request.user_id === undefined) === (request.email === undefined))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "user_id, email" });
  const { branch_group_id } = request;
  const role_ids = [...new Set(request.role_ids)];
  const assignments = role_ids.map((role_id) => ({ role_id, branch_group_id }));
  await checkRoleAssignments(tx, { ...caller, field: "role_ids" }, assignments);
  const invitee = await findInvitee(tx, caller, request);
  if (!invitee) {
    const field = request.email === undefined ? "user_id" : "email";
    throw problem("REFERENCE_NOT_FOUND", { field, id: request.user_id });
  }
  const invited_by = caller.principal.user_id;
  const invite = await upsertUserInvite(tx, { user_id: invitee.id, branch_group_id, role_ids, invited_by });
  if (invitee.email !== null) {
    const { firstname: name, short_code } = invitee;
    const link = `${caller.publicUrl}${consolePaths.signIn}?tenant=${short_code}`;
    const mail = { name, branch_group: invite.branch_group.name, short_code, link };
    const text = composeInviteMail(invitee.language, mail);
    enqueueOutboxMessage(tx, {
      channel: "EMAIL",
      recipient: invitee.email,
      ...text,
      purpose: "USER_INVITE",
      user_id: invitee.id,
    });
  }
  return invite;
}

/** Returns the caller's own invite; other users' invites are not found, even by callers who may read them. */
export async function answerOwnInvite(
  tx: Tx,
  { principal, now }: { principal: Principal; now: Date },
  { id, action }: Static<typeof UserInviteAnswer> & { id: string },
) {
  const invite = await lockOwnInvite(tx, principal.user_id, id);
  if (!invite || principal.user_id === null) throw notFound("user_invite", id);
  if (invite.status !== "OPEN") throw problem("INVITE_ALREADY_ANSWERED", { status: invite.status });
  if (action === "ACCEPT") {
    const { branch_group_id } = invite;
    await addRolesOfInvite(
      tx,
      principal.user_id,
      invite.role_ids.map((role_id) => ({ role_id, branch_group_id })),
    );
  }
  return updateInviteAnswer(tx, invite.id, { status: action === "ACCEPT" ? "ACCEPTED" : "REJECTED", now });
}

const inviteReaderOf = (principal: Principal) => ({ principal, inviting: scopeOfGrant(principal, "createUser") });
