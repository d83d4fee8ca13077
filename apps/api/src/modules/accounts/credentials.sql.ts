import { pinLimits } from "@leitstand/contract/people/sign-in-limits";
import type { QueryRunner, Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

/** Person who signs in, with what proves their identity. */
export interface PersonCredentials {
  readonly id: string;
  readonly email: string | null;
  readonly language: string | null;
  readonly blocked: boolean;
  readonly password_hash: string | null;
  readonly pin_hash: string | null;
  readonly pin_voided_at: string | null;
  readonly pin_released_until: string | null;
}
const credentialColumns = sql`id, email, language, blocked, password_hash, pin_hash, pin_voided_at, pin_released_until`;

export const selectCredentialsByEmail = (rows: QueryRunner, tenantId: string, email: string) =>
  rows.maybe<PersonCredentials>(sql`
    select ${credentialColumns} from users
    where tenant_id = ${tenantId} and lower(email) = lower(${email}) and email is not null and kind = 'PERSON'`);

export const selectCredentialsByPhoneNumber = (rows: QueryRunner, tenantId: string, phoneNumber: string) =>
  rows.maybe<PersonCredentials>(sql`
    select ${credentialColumns} from users where tenant_id = ${tenantId} and phone_number = ${phoneNumber} and kind = 'PERSON'`);

export const selectCredentialsByUserId = (rows: QueryRunner, tenantId: string, id: string) =>
  rows.maybe<PersonCredentials>(sql`
    select ${credentialColumns} from users where tenant_id = ${tenantId} and id = ${id} and kind = 'PERSON'`);

export const updatePassword = (tx: Tx, userId: string, passwordHash: string) =>
  tx.run(sql`
    update users set password_hash = ${passwordHash}, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${userId}`);

/**
 * Locks the person until the commit; false when the password that was verified has been replaced since, or the person
 * was blocked. Hashing takes a while, and what a password opens must not come after the end of it.
 */
export const lockPersonWithPassword = async (tx: Tx, { id, password_hash }: PersonCredentials) =>
  (await tx.maybe(sql`
    select true from users
    where tenant_id = ${tx.tenantId} and id = ${id} and password_hash = ${password_hash} and not blocked for no key update`)) !==
  undefined;

/** Stores the first PIN, or the one after a voided one; false when there is a PIN already, or it was voided since. */
export const storePinUnlessSet = async (
  tx: Tx,
  pin: { user_id: string; pin_hash: string; pin_voided_at: string | null },
) =>
  (await tx.run(sql`
    update users set pin_hash = ${pin.pin_hash}, pin_failures = 0, pin_locked_until = null, pin_voided_at = null, pin_released_until = null,
      updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${pin.user_id} and pin_hash is null
      and (pin_voided_at is null or pin_voided_at = ${pin.pin_voided_at}::timestamptz)`)) === 1;

/**
 * Counts a failure before the PIN is compared; the fifth locks at once. Undefined while the PIN is locked or used up.
 */
export const recordPinAttempt = (rows: QueryRunner, tenantId: string, { userId, now }: { userId: string; now: Date }) =>
  rows.maybe<{ pin_hash: string; pin_failures: number }>(sql`
    update users set pin_failures = pin_failures + 1,
      pin_locked_until = case when pin_failures + 1 = ${pinLimits.failuresBeforeLock}::int
        then ${now}::timestamptz + make_interval(secs => ${pinLimits.lockSeconds}::int) end
    where tenant_id = ${tenantId} and id = ${userId} and pin_hash is not null and pin_failures < ${pinLimits.failuresMax}::int
      and (pin_locked_until is null or pin_locked_until <= ${now}::timestamptz)
    returning pin_hash, pin_failures`);

export const selectPinLockSeconds = (
  rows: QueryRunner,
  tenantId: string,
  { userId, now }: { userId: string; now: Date },
) =>
  rows.maybe<{ seconds: number }>(sql`
    select ceil(extract(epoch from pin_locked_until - ${now}::timestamptz))::int as seconds from users
    where tenant_id = ${tenantId} and id = ${userId} and pin_locked_until > ${now}::timestamptz`);

export const clearPinFailures = (tx: Tx, userId: string) =>
  tx.run(sql`
    update users set pin_failures = 0, pin_locked_until = null where tenant_id = ${tx.tenantId} and id = ${userId}`);

/** Deletes the PIN after too many failures; a code by SMS is then not enough to set a new one. */
export const deletePinAfterFailures = (tx: Tx, userId: string, now: Date) =>
  tx.run(sql`
    update users set pin_hash = null, pin_failures = 0, pin_locked_until = null, pin_voided_at = ${now}, pin_released_until = null,
      updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${userId}`);

/** Lets a user set a new PIN until a moment; who released it stays stored when that time is over. */
export const allowNewPinUntil = (tx: Tx, userId: string, { by, until }: { by: string; until: Date }) =>
  tx.one<{ user_id: string; released_by: string; valid_until: string }>(sql`
    update users set pin_released_until = ${until}, pin_released_by = ${by}, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${userId}
    returning id as user_id, pin_released_by as released_by, pin_released_until as valid_until`);
