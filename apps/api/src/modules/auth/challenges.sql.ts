import type { QueryRunner, Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { sql } from "#platform/database/sql";
import { oneTimeCodeLimits } from "@leitstand/contract/people/sign-in-limits";

export type OneTimeCodePurpose = "DEVICE_CODE" | "USER_CODE";
export type ChallengePurpose = OneTimeCodePurpose | "PIN_TOKEN" | "PASSWORD_RESET";

export interface ChallengeDraft {
  readonly purpose: ChallengePurpose;
  /** Key of what the challenge proves: a number or mailbox (as keyed hash), a person, a person on a phone. */
  readonly identifier: string;
  /** Null for a number or mailbox that no user has: the caller must not see the difference. */
  readonly user_id?: string | null;
  readonly device_id?: string | null;
  /** Session of the phone on which the right PIN was given. */
  readonly device_token_id?: string;
  readonly secret_hash: string;
  readonly seconds: number;
  readonly now: Date;
}

const isLiveChallenge = (now: Date) => sql`used_at is null and voided_at is null and expires_at > ${now}::timestamptz`;

/** Stores a new challenge; earlier ones for the same thing become void. */
export async function replaceChallenge(tx: Tx, draft: ChallengeDraft) {
  const { purpose, identifier, now } = draft;
  await voidChallenges(tx, { purpose, identifier, now });
  return tx.one<{ id: string; expires_at: string }>(sql`
    insert into challenges (tenant_id, purpose, identifier, user_id, device_id, device_token_id, secret_hash, expires_at, created_at)
    values (${tx.tenantId}, ${purpose}, ${identifier}, ${draft.user_id ?? null}, ${draft.device_id ?? null}, ${draft.device_token_id ?? null}, ${draft.secret_hash},
      ${now}::timestamptz + make_interval(secs => ${draft.seconds}::int), ${now})
    returning id, expires_at`);
}

const voidChallenges = (tx: Tx, { purpose, identifier, now }: Pick<ChallengeDraft, "purpose" | "identifier" | "now">) =>
  tx.run(sql`
    update challenges set voided_at = ${now}
    where tenant_id = ${tx.tenantId} and purpose = ${purpose} and identifier = ${identifier} and used_at is null and voided_at is null`);

export interface OneTimeCodeToCheck {
  readonly id: string;
  readonly secret_hash: string;
  readonly user_id: string | null;
  readonly device_id: string | null;
}

/**
 * Counts the guess on the newest live code before it is compared; undefined when there is none, or no guess is left.
 */
export const recordOneTimeCodeAttempt = (tx: Tx, key: { purpose: OneTimeCodePurpose; identifier: string; now: Date }) =>
  tx.maybe<OneTimeCodeToCheck>(sql`
    update challenges set failures = failures + 1
    where tenant_id = ${tx.tenantId} and ${isLiveChallenge(key.now)} and failures < ${oneTimeCodeLimits.guessesMax}::int and id = (
      select id from challenges
      where tenant_id = ${tx.tenantId} and purpose = ${key.purpose} and identifier = ${key.identifier} and ${isLiveChallenge(key.now)}
      order by created_at desc, id limit 1)
    returning id, secret_hash, user_id, device_id`);

/** Seconds for which a live code without remaining guesses still exists. */
export const selectExhaustedCodeRemainingSeconds = (
  tx: Tx,
  key: { purpose: OneTimeCodePurpose; identifier: string; now: Date },
) =>
  tx.maybe<{ seconds: number }>(sql`
    select greatest(1, ceil(extract(epoch from expires_at - ${key.now}::timestamptz))::int) as seconds from challenges
    where tenant_id = ${tx.tenantId} and purpose = ${key.purpose} and identifier = ${key.identifier} and ${isLiveChallenge(key.now)}
      and failures >= ${oneTimeCodeLimits.guessesMax}::int
    order by created_at desc, id limit 1`);

/** Uses up a challenge; false when another request was faster, or it is void by now. */
export const consumeChallenge = async (tx: Tx, id: string, now: Date) =>
  (await tx.run(sql`
    update challenges set used_at = ${now} where tenant_id = ${tx.tenantId} and id = ${id} and ${isLiveChallenge(now)}`)) ===
  1;

export interface ChallengeOwner {
  readonly challenge_id: string;
  readonly expires_at: string;
  readonly device_id: string | null;
  readonly user_id: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly firstname: string;
  readonly lastname: string;
  readonly blocked: boolean;
  readonly pin_hash: string | null;
  /** Moment at which ten wrong PINs voided the PIN; null when it was not voided, or was released. */
  readonly pin_voided_at: string | null;
  readonly pin_released_until: string | null;
}

/** Owner of a live link or PIN token. */
export const selectChallengeOwnerBySecret = (
  rows: QueryRunner,
  key: { tenant_id: string; purpose: ChallengePurpose; secret_hash: string; now: Date },
) =>
  rows.maybe<ChallengeOwner>(sql`
    select challenge.id as challenge_id, challenge.expires_at, challenge.device_id, person.id as user_id, person.email, person.phone_number,
      person.firstname, person.lastname, person.blocked, person.pin_hash, person.pin_voided_at, person.pin_released_until
    from challenges challenge
    join users person on person.tenant_id = challenge.tenant_id and person.id = challenge.user_id
    where challenge.tenant_id = ${key.tenant_id} and challenge.purpose = ${key.purpose} and challenge.secret_hash = ${key.secret_hash}
      and challenge.used_at is null and challenge.voided_at is null and challenge.expires_at > ${key.now}::timestamptz`);

/**
 * Whether the person has given the right PIN in this session of a phone, not too long ago, and the phone has another
 * number than the person: with one number for both, a second code would prove nothing more.
 */
export const selectIsVerifiedPhoneOfPerson = async (
  rows: QueryRunner,
  key: { tenant_id: string; user_id: string; device_token_id: string; now: Date },
) =>
  (await rows.maybe(sql`
    select true from challenges challenge
    join users person on person.tenant_id = challenge.tenant_id and person.id = challenge.user_id
    join devices device on device.tenant_id = challenge.tenant_id and device.id = challenge.device_id
    where challenge.tenant_id = ${key.tenant_id} and challenge.user_id = ${key.user_id} and challenge.purpose = 'PIN_TOKEN'
      and challenge.device_token_id = ${key.device_token_id} and challenge.expires_at > ${key.now}::timestamptz
      and device.phone_number is distinct from person.phone_number
    limit 1`)) !== undefined;

/** Voids all PIN tokens of people, on every phone. */
export const voidPinTokens = (tx: Tx, userIds: readonly string[], now: Date) =>
  tx.run(sql`
    update challenges set voided_at = ${now}
    where tenant_id = ${tx.tenantId} and purpose = 'PIN_TOKEN' and user_id = any(${userIds}::uuid[]) and used_at is null and voided_at is null`);

/** Voids links that were mailed to addresses that are no longer those of the users. */
export const voidPasswordLinks = (tx: Tx, userIds: readonly string[]) =>
  tx.runAtCommit(sql`
    update challenges set voided_at = now()
    where tenant_id = ${tx.tenantId} and user_id = any(${userIds}::uuid[]) and purpose = 'PASSWORD_RESET' and used_at is null and voided_at is null`);

/** Deletes challenges two days after they expire, which is past any waiting time. */
export const challengeRetention: RetentionRule = { table: sql`challenges`, column: sql`expires_at`, days: 2 };
