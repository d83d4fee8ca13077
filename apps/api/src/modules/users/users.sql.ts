import type { QueryOf } from "@leitstand/contract/operation/operation";
import type { Static } from "@leitstand/contract/core/schema";
import type { User, UserRoleAssociation } from "@leitstand/contract/people/user";
import type { userOperations } from "@leitstand/contract/people/users";
import type { Tx } from "#platform/database/database";
import { containsWordsCondition } from "#platform/database/text-filter";
import { alphabetically, joinSql, type Sql, sql } from "#platform/database/sql";
import { type UserOperationCaller, personVisibleCondition } from "./user-scope.sql";

export type UserRow = Static<typeof User>;
export type UserListQuery = QueryOf<(typeof userOperations)["getUsers"]>;

/** User in the terms of the contract: never a hash, a counter or a lock of the sign-in. */
const userAnswerColumns = sql`
  person.id, person.created_at, person.updated_at, person.lock_version, person.firstname, person.lastname, person.email,
  person.phone_number, person.external_id, person.language, person.blocked, person.password_hash is not null as password_set,
  person.pin_voided_at is not null as pin_release_required,
  coalesce((
    select json_agg(json_build_object('role_id', role.id, 'role_name', role.name, 'role_type', role.role_type, 'branch_access', role.branch_access,
      'branch_group_id', branch_group.id, 'branch_group_name', branch_group.name) order by role.name, branch_group.name, held.id)
    from role_associations held
    join roles role on role.tenant_id = held.tenant_id and role.id = held.role_id
    left join branch_groups branch_group on branch_group.tenant_id = held.tenant_id and branch_group.id = held.branch_group_id
    where held.tenant_id = person.tenant_id and held.user_id = person.id), '[]') as role_associations,
  coalesce((
    select json_agg(json_build_object('skill_id', skill.id, 'name', skill.name) order by skill.name, skill.id)
    from user_skills has join skills skill on skill.tenant_id = has.tenant_id and skill.id = has.skill_id
    where has.tenant_id = person.tenant_id and has.user_id = person.id), '[]') as skills,
  coalesce((
    select json_agg(json_build_object('branch_group_id', branch_group.id, 'branch_group_name', branch_group.name,
      'active', coalesce(state.active, true)) order by branch_group.name, branch_group.id)
    from branch_groups branch_group
    left join user_active_states state on state.tenant_id = branch_group.tenant_id and state.branch_group_id = branch_group.id and state.user_id = person.id
    where branch_group.tenant_id = person.tenant_id and branch_group.id in (
      select held.branch_group_id from role_associations held where held.tenant_id = person.tenant_id and held.user_id = person.id)), '[]') as active_states`;

export const userSortColumns = {
  lastname: alphabetically(sql`person.lastname`),
  firstname: alphabetically(sql`person.firstname`),
  email: sql`lower(person.email)`,
  external_id: sql`person.external_id`,
  created_at: sql`person.created_at`,
  updated_at: sql`person.updated_at`,
};
export const userNameSortOrder = {
  otherwise: sql`${alphabetically(sql`person.lastname`)} asc, ${alphabetically(sql`person.firstname`)} asc`,
  id: sql`person.id asc`,
};

/**
 * `{ meta, users }` as JSON text. Roles and skills are looked up for the page alone, rows are counted only when it is
 * full.
 */
export const selectUsersJson = (
  tx: Tx,
  caller: UserOperationCaller,
  { query, order }: { query: UserListQuery; order: Sql },
) => {
  const { page = 0, size = 20 } = query;
  const conditions = sql`person.tenant_id = ${tx.tenantId} and ${personVisibleCondition(caller)} and ${userFilterConditions(query)}`;
  return tx.one<{ text: string }>(sql`
    with page as materialized (
      select person.*, row_number() over (order by ${order}) as place from users person
      where ${conditions} order by ${order} limit ${size} offset ${page * size}),
    found as (select count(*) as rows from page),
    total as (
      select case when rows < ${size} and (rows > 0 or ${page} = 0) then ${page * size} + rows
        else (select count(*) from users person where ${conditions}) end as elements from found)
    select '{"meta":{"page":' || ${page}::int || ',"size":' || ${size}::int || ',"total_elements":' || elements
      || ',"total_pages":' || (elements + ${size} - 1) / ${size} || '},"users":['
      || coalesce((select string_agg(to_json(answer)::text, ',' order by place.place)
        from page place, lateral (select ${userAnswerColumns} from (select place.*) person) answer), '') || ']}' as text
    from total`);
};

function userFilterConditions({
  role,
  active,
  text,
  branch_group_id,
  associated_roles_branch_access_scope,
}: UserListQuery): Sql {
  const held = (condition: Sql) => sql`exists (
    select 1 from role_associations held join roles role on role.tenant_id = held.tenant_id and role.id = held.role_id
    where held.tenant_id = person.tenant_id and held.user_id = person.id and ${condition})`;
  const inGroup = branch_group_id === undefined ? sql`true` : sql`held.branch_group_id = ${branch_group_id}`;
  const works = held(sql`${inGroup} and not exists (
    select 1 from user_active_states state where state.tenant_id = held.tenant_id and state.user_id = held.user_id
      and state.branch_group_id = held.branch_group_id and not state.active)`);
  const access = associated_roles_branch_access_scope;
  return joinSql(
    [
      sql`true`,
      ...(role === undefined ? [] : [held(sql`held.role_id = ${role}`)]),
      ...(branch_group_id === undefined ? [] : [held(inGroup)]),
      ...(access === undefined ? [] : [held(sql`role.branch_access = ${access}`)]),
      ...(text === undefined
        ? []
        : [
            containsWordsCondition(text, [
              sql`person.firstname`,
              sql`person.lastname`,
              sql`person.email`,
              sql`person.phone_number`,
              sql`person.external_id`,
            ]),
          ]),
      ...(active === undefined ? [] : [active ? works : sql`not ${works}`]),
    ],
    " and ",
  );
}

export const selectUser = (tx: Tx, caller: UserOperationCaller, id: string) =>
  tx.maybe<UserRow>(sql`
    select ${userAnswerColumns} from users person where person.tenant_id = ${tx.tenantId} and person.id = ${id} and ${personVisibleCondition(caller)}`);

/** User after a change, without a check of the scope, which was made before the change. */
export const selectChangedUser = (tx: Tx, id: string) =>
  tx.one<UserRow>(
    sql`select ${userAnswerColumns} from users person where person.tenant_id = ${tx.tenantId} and person.id = ${id}`,
  );

export interface LockedUser extends Pick<UserRow, "id" | "lock_version" | "email" | "phone_number" | "external_id"> {
  readonly blocked: boolean;
  readonly associations: readonly (UserRoleAssociation & { readonly active: boolean })[];
  readonly skill_ids: readonly string[];
}

/** Locks the user until the commit; changes of a user's roles, states or skills begin with this. */
export const lockUser = (tx: Tx, caller: UserOperationCaller, id: string) =>
  tx.maybe<{ id: string }>(sql`
    select person.id from users person
    where person.tenant_id = ${tx.tenantId} and person.id = ${id} and ${personVisibleCondition(caller)} for update`);

/**
 * Reads the user as a statement of its own after the lock: only so it sees what was committed while waiting for the
 * lock.
 */
export const selectUserAfterLock = (tx: Tx, id: string) =>
  tx.one<LockedUser>(sql`
    select person.id, person.lock_version, person.email, person.phone_number, person.external_id, person.blocked, array(
        select has.skill_id from user_skills has where has.tenant_id = person.tenant_id and has.user_id = person.id order by has.skill_id) as skill_ids,
      coalesce((
        select json_agg(json_build_object('role_id', held.role_id, 'branch_group_id', held.branch_group_id, 'active', coalesce(state.active, true)))
        from role_associations held left join user_active_states state
          on state.tenant_id = held.tenant_id and state.user_id = held.user_id and state.branch_group_id = held.branch_group_id
        where held.tenant_id = person.tenant_id and held.user_id = person.id), '[]') as associations
    from users person where person.tenant_id = ${tx.tenantId} and person.id = ${id}`);

/**
 * Removes skills that are not requested and adds missing ones; answers the requested ids that are no skill of people.
 */
export const replaceUserSkills = (tx: Tx, userId: string, requested: readonly string[]) =>
  tx.many<{ id: string }>(sql`
    with wanted as (select unnest(${requested}::uuid[]) as id),
    known as (
      select wanted.id from wanted join skills skill on skill.tenant_id = ${tx.tenantId} and skill.id = wanted.id and skill.skill_type = 'USER'),
    removed as (
      delete from user_skills where tenant_id = ${tx.tenantId} and user_id = ${userId} and skill_id not in (select id from wanted)),
    added as (
      insert into user_skills (tenant_id, user_id, skill_id) select ${tx.tenantId}, ${userId}, id from known on conflict do nothing)
    select id from wanted where id not in (select id from known)`);
