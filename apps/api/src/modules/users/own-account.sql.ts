import type { Tx } from "#platform/database/database";
import { type Sql, sql } from "#platform/database/sql";
import { type UserOperationCaller, personVisibleCondition } from "./user-scope.sql";

/** Facts for a mail about a password; the stored hash tells whether the password is the first one. */
export interface PasswordLinkRecipient {
  readonly id: string;
  readonly email: string | null;
  readonly firstname: string;
  readonly language: string | null;
  readonly password_hash: string | null;
  /** Cool-down of the tenant, in seconds. */
  readonly cool_down_time: number;
}

const passwordMailPersonQuery = (tx: Tx, condition: Sql) => sql`
  select person.id, person.email, person.firstname, person.language, person.password_hash, tenant.cool_down_time
  from users person join tenants tenant on tenant.id = person.tenant_id
  where person.tenant_id = ${tx.tenantId} and ${condition}`;

export const selectPasswordLinkRecipient = (tx: Tx, caller: UserOperationCaller, id: string) =>
  tx.maybe<PasswordLinkRecipient>(
    passwordMailPersonQuery(tx, sql`person.id = ${id} and ${personVisibleCondition(caller)}`),
  );

export const selectOwnPasswordLinkRecipient = (tx: Tx, id: string) =>
  tx.one<PasswordLinkRecipient>(passwordMailPersonQuery(tx, sql`person.id = ${id}`));

/** Names related to a person that others know: no password may be made of them. */
export const selectNamesForbiddenInPassword = (tx: Tx, id: string) =>
  tx.one<{ names: string[] }>(sql`
    select array_remove(array[person.firstname, person.lastname, split_part(person.email, '@', 1), split_part(person.email, '@', 2),
      person.phone_number, tenant.name, tenant.short_code, 'Leitstand'], null) as names
    from users person join tenants tenant on tenant.id = person.tenant_id
    where person.tenant_id = ${tx.tenantId} and person.id = ${id}`);
