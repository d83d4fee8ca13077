import type { Static } from "@leitstand/contract/core/schema";
import type { UserInvite } from "@leitstand/contract/people/user-invites";
import type { Tx } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import { type Sql, sql } from "#platform/database/sql";

export type InviteRow = Static<typeof UserInvite>;

/** Reader of invites; `inviting` is the scope in which the caller may invite, if any. */
export interface UserInviteViewer {
  readonly principal: Principal;
  readonly inviting: Scope | undefined;
}

/** Condition for visible invites: the caller's own, and those to branch groups wholly within the caller's scope. */
const inviteVisibleCondition = ({ principal, inviting }: UserInviteViewer) => sql`(
  invite.user_id = ${principal.user_id}::uuid or ${inviting?.all ?? false}
  or (exists (select 1 from branch_group_branches member
      where member.tenant_id = invite.tenant_id and member.branch_group_id = invite.branch_group_id)
    and not exists (select 1 from branch_group_branches member
      where member.tenant_id = invite.tenant_id and member.branch_group_id = invite.branch_group_id
        and member.branch_id <> all(${inviting?.branch_ids ?? []}::uuid[]))))`;

const inviteAnswerQuery = (invites: Sql) => sql`
  select invite.id, invite.created_at, invite.updated_at, invite.lock_version, invite.role_ids, invite.status, invite.invited_by, invite.answered_at,
    json_build_object('id', person.id, 'firstname', person.firstname, 'lastname', person.lastname, 'email', person.email) as user,
    json_build_object('id', branch_group.id, 'name', branch_group.name) as branch_group
  from ${invites} invite
  join users person on person.tenant_id = invite.tenant_id and person.id = invite.user_id
  join branch_groups branch_group on branch_group.tenant_id = invite.tenant_id and branch_group.id = invite.branch_group_id`;

/**
 * Invites of the caller; not paged, because people are invited a few times in their working lives. The newest 1,000
 * bound the answer.
 */
export const selectUserInvites = (tx: Tx, reader: UserInviteViewer) =>
  tx.many<InviteRow>(sql`
    ${inviteAnswerQuery(sql`user_invites`)} where invite.tenant_id = ${tx.tenantId} and ${inviteVisibleCondition(reader)}
    order by invite.created_at desc, invite.id limit 1000`);

export const selectUserInvite = (tx: Tx, reader: UserInviteViewer, id: string) =>
  tx.maybe<InviteRow>(sql`
    ${inviteAnswerQuery(sql`user_invites`)} where invite.tenant_id = ${tx.tenantId} and invite.id = ${id} and ${inviteVisibleCondition(reader)}`);

export interface UserInviteDraft {
  readonly user_id: string;
  readonly branch_group_id: string;
  readonly role_ids: readonly string[];
  readonly invited_by: string | null;
}

/** Inserts an invite: one per user and group, so a further one replaces the earlier one, whatever its answer. */
export const upsertUserInvite = (tx: Tx, draft: UserInviteDraft) =>
  tx.one<InviteRow>(sql`
    with stored as (
      insert into user_invites (tenant_id, user_id, branch_group_id, role_ids, invited_by)
      values (${tx.tenantId}, ${draft.user_id}, ${draft.branch_group_id}, ${draft.role_ids}, ${draft.invited_by})
      on conflict (tenant_id, user_id, branch_group_id) do update set role_ids = excluded.role_ids, invited_by = excluded.invited_by,
        status = 'OPEN', answered_at = null, lock_version = user_invites.lock_version + 1, updated_at = now()
      returning *)
    ${inviteAnswerQuery(sql`stored`)}`);

/** Locks the caller's own invite until the commit. */
export const lockOwnInvite = (tx: Tx, userId: string | null, id: string) =>
  tx.maybe<{ id: string; status: InviteRow["status"]; branch_group_id: string; role_ids: string[] }>(sql`
    select id, status, branch_group_id, role_ids from user_invites
    where tenant_id = ${tx.tenantId} and id = ${id} and user_id = ${userId}::uuid for update`);

export const updateInviteAnswer = (tx: Tx, id: string, { status, now }: { status: InviteRow["status"]; now: Date }) =>
  tx.one<InviteRow>(sql`
    with stored as (
      update user_invites set status = ${status}, answered_at = ${now}, lock_version = lock_version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} returning *)
    ${inviteAnswerQuery(sql`stored`)}`);
