import { type Sql, sql } from "#platform/database/sql";

/** SQL for the pseudonym that histories keep of a deleted person; documents write it in their language. */
export const pseudonymSql = (id: Sql) => sql`'deleted user ' || left(${id}::text, 8)`;

/** SQL for a name of a person; of a deleted one, whose names are gone, for the pseudonym. */
export const nameUnlessDeletedSql = (person: Sql, name: Sql) =>
  sql`case when ${person}.kind = 'DELETED' then ${pseudonymSql(sql`${person}.id`)} else ${name} end`;

/** SQL for the name of a user who acted: a person, or a program, which may have no name. */
export const actorNameSql = (user: Sql) =>
  nameUnlessDeletedSql(
    user,
    sql`coalesce(nullif(trim(${user}.firstname || ' ' || ${user}.lastname), ''), ${user}.email, 'service')`,
  );
