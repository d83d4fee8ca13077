import type { QueryRunner, Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { sql } from "#platform/database/sql";
import type { RateLimitWindow } from "./allowance";
import {
  type FailedAttemptLimits,
  oneTimeCodeLimits,
  passwordAttemptLimits,
} from "@leitstand/contract/people/sign-in-limits";

export interface AuthCounterKey {
  readonly tenant_id: string;
  readonly scope: string;
  /** Keyed hash, because the table stores no numbers and no mailboxes. */
  readonly identifier: string;
}

const counterKeyCondition = ({ tenant_id, scope, identifier }: AuthCounterKey) =>
  sql`tenant_id = ${tenant_id} and scope = ${scope} and identifier = ${identifier}`;

/**
 * Counts one if every window has room for it; else false, and nothing is counted. One statement, so that parallel calls
 * cannot exceed the limit.
 */
export async function consumeRateLimitAllowance(
  tx: Tx,
  key: AuthCounterKey,
  { windows, now }: { windows: readonly RateLimitWindow[]; now: Date },
) {
  const longest = Math.max(...windows.map(({ seconds }) => seconds));
  const taken = await tx.maybe(sql`
    insert into auth_counters as counter (tenant_id, scope, identifier, total, window_started_at, recent)
    values (${key.tenant_id}, ${key.scope}, ${key.identifier}, 1, ${now}, array[${now}::timestamptz])
    on conflict (tenant_id, scope, identifier) do update set total = counter.total + 1,
      recent = array(select moment from unnest(counter.recent) moment
        where moment > ${now}::timestamptz - make_interval(secs => ${longest}::int) order by moment) || ${now}::timestamptz
    where (
      select bool_and((select count(*) from unnest(counter.recent) moment
        where moment > ${now}::timestamptz - make_interval(secs => span.seconds)) < span.most)
      from unnest(${windows.map(({ count }) => count)}::int[], ${windows.map(({ seconds }) => seconds)}::int[]) as span (most, seconds))
    returning true`);
  return taken !== undefined;
}

/** Moments that were counted, oldest first. */
export async function selectCountedRateLimitMoments(tx: Tx, key: AuthCounterKey): Promise<readonly Date[]> {
  const row = await tx.maybe<{ recent: string[] }>(
    sql`select array_to_json(recent) as recent from auth_counters where ${counterKeyCondition(key)}`,
  );
  return (row?.recent ?? []).map((moment) => new Date(moment));
}

/** Counts a guessed code before it is compared; false when the number is locked. */
export async function recordOneTimeCodeGuess(tx: Tx, key: AuthCounterKey, now: Date) {
  const { failuresPerDayMax, failuresInARowMax } = oneTimeCodeLimits;
  const today = sql`array(select moment from unnest(counter.recent) moment where moment > ${now}::timestamptz - interval '24 hours')`;
  const counted = await tx.maybe(sql`
    insert into auth_counters as counter (tenant_id, scope, identifier, failures, total, window_started_at, recent)
    values (${key.tenant_id}, ${key.scope}, ${key.identifier}, 1, 1, ${now}, array[${now}::timestamptz])
    on conflict (tenant_id, scope, identifier) do update set failures = counter.failures + 1, total = counter.total + 1,
      recent = ${today} || ${now}::timestamptz,
      locked_until = case when cardinality(${today}) + 1 >= ${failuresPerDayMax}::int
        or counter.failures + 1 >= ${failuresInARowMax}::int then 'infinity'::timestamptz end
    where counter.locked_until is null
    returning true`);
  return counted !== undefined;
}

export async function selectIsAuthCounterLocked(tx: Tx, key: AuthCounterKey) {
  const row = await tx.maybe(
    sql`select true from auth_counters where ${counterKeyCondition(key)} and locked_until is not null`,
  );
  return row !== undefined;
}

export interface AttemptClaim {
  readonly limits: FailedAttemptLimits;
  readonly now: Date;
  /** Set for a known device: failures of others do not make it wait. */
  readonly ignoresWait?: boolean;
}

/**
 * Counts a failure before the secret is compared; false while the counter makes all callers wait. Success takes the
 * failure back.
 */
export async function claimSignInAttempt(
  tx: Tx,
  key: AuthCounterKey,
  { limits, now, ignoresWait = false }: AttemptClaim,
) {
  const { threshold, firstWait, waitMax, failuresMax, windowSeconds } = limits;
  const lapsed = sql`(${windowSeconds}::int is not null
    and counter.window_started_at <= ${now}::timestamptz - make_interval(secs => ${windowSeconds}::int))`;
  const next = sql`(case when ${lapsed} then 1 else counter.failures + 1 end)`;
  const claimed = await tx.maybe(sql`
    insert into auth_counters as counter (tenant_id, scope, identifier, failures, total, window_started_at)
    values (${key.tenant_id}, ${key.scope}, ${key.identifier}, 1, 1, ${now})
    on conflict (tenant_id, scope, identifier) do update set failures = ${next}, total = counter.total + 1,
      window_started_at = case when ${lapsed} then ${now}::timestamptz else counter.window_started_at end,
      locked_until = case when ${next} >= ${threshold}::int then ${now}::timestamptz
        + make_interval(secs => least(${waitMax}::float8, ${firstWait}::float8 * power(2, least(${next} - ${threshold}::int, 20)))) end
    where counter.failures < ${failuresMax}::int
      and (${ignoresWait} or counter.locked_until is null or counter.locked_until <= ${now}::timestamptz)
    returning true`);
  return claimed !== undefined;
}

/** Seconds for which the counter is still locked, so that all callers have to wait. */
export async function selectAuthCounterLockSeconds(tx: Tx, key: AuthCounterKey, now: Date) {
  const row = await tx.maybe<{ seconds: number }>(sql`
    select ceil(extract(epoch from locked_until - ${now}::timestamptz))::int as seconds from auth_counters
    where ${counterKeyCondition(key)} and locked_until > ${now}::timestamptz and locked_until <> 'infinity'`);
  return row?.seconds;
}

export const removeAuthCounter = (rows: QueryRunner, key: AuthCounterKey) =>
  rows.run(sql`delete from auth_counters where ${counterKeyCondition(key)}`);

/** Takes one attempt back after success, for a counter that many callers share. */
export const revertSignInAttemptCount = (rows: QueryRunner, key: AuthCounterKey, { threshold }: FailedAttemptLimits) =>
  rows.run(sql`
    update auth_counters set failures = greatest(failures - 1, 0),
      locked_until = case when failures > ${threshold}::int then locked_until end
    where ${counterKeyCondition(key)}`);

/**
 * Every mailbox, number and network that is tried leaves a counter, which goes a month after what it counts. Failures of
 * an account, as many as make it wait, or lock it, are ended only by success or a dispatcher and stay; those of a network
 * lapse by themselves.
 */
export const authCounterRetention: RetentionRule = {
  table: sql`auth_counters`,
  column: sql`case when failures < ${passwordAttemptLimits.threshold}::int or scope = 'PASSWORD_NETWORK'
    then greatest(window_started_at, locked_until, (select max(moment) from unnest(recent) moment)) end`,
  days: 30,
};
