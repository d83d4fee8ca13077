import type { Tx } from "#platform/database/database";
import { hashPassword, verifyPassword } from "#platform/access/password-hash";
import { networkOfIpAddress } from "#platform/access/network";
import { problem } from "#platform/problem";
import { issueKnownDeviceToken, verifyKnownDeviceOfOwner } from "#platform/access/known-device";
import { issueToken, type SignInOrigin } from "#platform/access/session";
import {
  type FailedAttemptLimits,
  networkSignInAttemptLimits,
  passwordAttemptLimits,
} from "@leitstand/contract/people/sign-in-limits";
import { endSessionsOnAllNodes } from "#platform/access/token-changes";
import {
  lockPersonWithPassword,
  selectCredentialsByUserId,
  selectCredentialsByEmail,
  type PersonCredentials,
  updatePassword,
} from "#modules/accounts/index";
import { commonPasswords } from "./common-passwords.service";
import {
  claimSignInAttempt,
  type AuthCounterKey,
  removeAuthCounter,
  revertSignInAttemptCount,
  selectAuthCounterLockSeconds,
} from "./counters.sql";
import { findPasswordFault, normalizePassword, PASSWORD_LENGTH_MAX } from "./password-rule";
import {
  type AuthServices,
  clearSignInLockouts,
  createAuthCounterKey,
  hashIdentifierWithPepper,
} from "./throttle.service";

export interface PasswordSignInCall extends SignInOrigin {
  readonly tenantId: string;
  readonly email: string;
  readonly password: string;
  readonly known_device_token?: string;
  readonly now: Date;
}

/** Signs a person in. Unknown, wrong and blocked look the same and take as long, unless the password was right. */
export async function signInByPassword(services: AuthServices, call: PasswordSignInCall) {
  const { db } = services;
  const { tenantId, now } = call;
  const person = await selectCredentialsByEmail(db.system, tenantId, call.email);
  const counters = passwordCountersOf(services, call, person);
  await db.systemTransaction(tenantId, (tx) => countPasswordAttempt(tx, counters, now));
  const password = normalizePassword(call.password);
  // A password that is too long can never have been set and is not hashed at length; the stand-in takes the same time.
  const given = Array.from(password).length > PASSWORD_LENGTH_MAX ? "" : password;
  if (!(await verifyPassword(person?.password_hash, given)) || !person) throw problem("AUTH_CREDENTIALS_INVALID");
  if (person.blocked) throw problem("AUTH_USER_BLOCKED");
  const { token, expires_at, idle_seconds } = await db.systemTransaction(tenantId, async (tx) => {
    if (!(await lockPersonWithPassword(tx, person))) throw problem("AUTH_CREDENTIALS_INVALID");
    await clearPasswordFailures(tx, counters);
    return issueToken(tx, { kind: "USER", user_id: person.id, signIn: { origin: call, methods: ["PASSWORD"] }, now });
  });
  const known_device_token = issueKnownDeviceToken(services.pepper, { tenantId, now }, person);
  return { token, expires_at, idle_seconds, user_id: person.id, device_id: null, pin_token: null, known_device_token };
}

interface PasswordCounters {
  readonly name: AuthCounterKey;
  /** Counter of where the attempt comes from: the caller's network, or a place that is known to be the person's. */
  readonly origin: AuthCounterKey;
  /** Whether it comes from a device that has signed this person in before, or from a session of theirs. */
  readonly isKnown: boolean;
}

function passwordCountersOf(
  services: AuthServices,
  call: PasswordSignInCall,
  person: PersonCredentials | undefined,
): PasswordCounters {
  const { tenantId, known_device_token } = call;
  const device =
    person && known_device_token ? readKnownDevice(services, { ...call, person, known_device_token }) : undefined;
  const name = createAuthCounterKey(tenantId, "PASSWORD", hashIdentifierWithPepper(services, "email", call.email));
  if (device !== undefined) return { name, origin: knownOriginCounterKey(services, tenantId, device), isKnown: true };
  const network = hashIdentifierWithPepper(services, "network", networkOfIpAddress(call.ip));
  return { name, origin: createAuthCounterKey(tenantId, "PASSWORD_NETWORK", network), isKnown: false };
}

const knownOriginCounterKey = (services: AuthServices, tenantId: string, origin: string): AuthCounterKey =>
  createAuthCounterKey(tenantId, "PASSWORD_KNOWN_DEVICE", hashIdentifierWithPepper(services, "device", origin));

/**
 * Counts and commits an attempt before the password is compared; a refused attempt is not counted, so that asking does
 * not lengthen the wait.
 */
async function countPasswordAttempt(tx: Tx, { name, origin, isKnown }: PasswordCounters, now: Date) {
  const claim = async (key: AuthCounterKey, limits: FailedAttemptLimits, ignoresWait = false) => {
    if (await claimSignInAttempt(tx, key, { limits, now, ignoresWait })) return;
    throw problem("AUTH_ATTEMPTS_EXCEEDED", {
      retry_after: (await selectAuthCounterLockSeconds(tx, key, now)) ?? limits.waitMax,
    });
  };
  // Guesses from elsewhere come from others: a known origin waits for its own failures alone.
  await claim(origin, isKnown ? passwordAttemptLimits : networkSignInAttemptLimits);
  await claim(name, passwordAttemptLimits, isKnown);
}

async function clearPasswordFailures(tx: Tx, { name, origin, isKnown }: PasswordCounters) {
  if (isKnown) await removeAuthCounter(tx, origin);
  else await revertSignInAttemptCount(tx, origin, networkSignInAttemptLimits);
  await removeAuthCounter(tx, name);
}

interface KnownDeviceContext {
  readonly tenantId: string;
  readonly person: PersonCredentials;
  readonly now: Date;
}

/** Id of the known device, when its token is genuine and not too old. */
const readKnownDevice = (
  { pepper }: AuthServices,
  { known_device_token: token, person, ...known }: KnownDeviceContext & { known_device_token: string },
) => verifyKnownDeviceOfOwner(pepper, { ...known, token }, person);

/** Refuses a password that breaks a rule; answers it normalized, ready to be hashed. */
export function requireAcceptablePassword(password: string, context: readonly string[]): string {
  const normal = normalizePassword(password);
  const rule = findPasswordFault(normal, { common: commonPasswords, context });
  if (rule) throw problem("PASSWORD_NOT_ACCEPTED", { rule });
  return normal;
}

/** Sets a password that was accepted and hashed, ends the person's sessions and clears all counted failures. */
export async function setPasswordAndEndSessions(
  tx: Tx,
  services: AuthServices,
  set: { user_id: string; email: string | null; password_hash: string },
) {
  await updatePassword(tx, set.user_id, set.password_hash);
  await clearSignInLockouts(tx, services, { email: set.email });
  await endSessionsOnAllNodes(tx, { user_id: set.user_id, kinds: ["USER"], now: services.clock.now() });
}

export interface OwnPasswordChange {
  readonly user_id: string;
  readonly old_password: string;
  readonly new_password: string;
  /** Names related to the person that must not make up the password. */
  readonly context: readonly string[];
}

/**
 * Changes the password of the signed-in user: asks for the old one, with the same waits as at sign-in. Ends all of
 * the person's sessions; the caller opens a new one if the person is to stay signed in.
 */
export async function changeOwnPassword(tx: Tx, services: AuthServices, change: OwnPasswordChange) {
  const { tenantId } = tx;
  const now = services.clock.now();
  const person = await checkOwnPassword(services, { tenantId, ...change, password: change.old_password, now });
  const password_hash = await hashPassword(requireAcceptablePassword(change.new_password, change.context));
  if (!(await lockPersonWithPassword(tx, person))) throw problem("AUTH_CREDENTIALS_INVALID");
  await setPasswordAndEndSessions(tx, services, { user_id: person.id, email: person.email, password_hash });
}

export interface OwnPasswordCheck {
  readonly tenantId: string;
  readonly user_id: string;
  readonly password: string;
  readonly now: Date;
}

/**
 * Checks the password of a signed-in user again, with the same waits as at sign-in from a device that is known: guesses
 * of others do not delay a person who is signed in. The attempt is counted in a transaction of its own, because the caller's is
 * rolled back when the password is wrong.
 */
export async function checkOwnPassword(services: AuthServices, { tenantId, user_id, password, now }: OwnPasswordCheck) {
  const { db } = services;
  const person = await selectCredentialsByUserId(db.system, tenantId, user_id);
  if (!person) throw problem("AUTH_CREDENTIALS_INVALID");
  const email = hashIdentifierWithPepper(services, "email", person.email ?? person.id);
  const counters = {
    name: createAuthCounterKey(tenantId, "PASSWORD", email),
    origin: knownOriginCounterKey(services, tenantId, person.id),
    isKnown: true,
  };
  await db.systemTransaction(tenantId, (tx) => countPasswordAttempt(tx, counters, now));
  if (!(await verifyPassword(person.password_hash, normalizePassword(password))))
    throw problem("AUTH_CREDENTIALS_INVALID");
  await db.systemTransaction(tenantId, (tx) => clearPasswordFailures(tx, counters));
  return person;
}
