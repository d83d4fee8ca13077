import type { Tx } from "#platform/database/database";
import { hashPassword, verifyPassword } from "#platform/access/password-hash";
import { problem } from "#platform/problem";
import { hashRandomSecret, createRandomSecret } from "#platform/access/secrets";
import { issueToken, type SignInOrigin } from "#platform/access/session";
import { hashToken, isWellFormedToken } from "#platform/access/tokens";
import { pinLimits, shiftSessionLimits } from "@leitstand/contract/people/sign-in-limits";
import { endSessionsOnAllNodes } from "#platform/access/token-changes";
import {
  recordPinAttempt,
  clearPinFailures,
  storePinUnlessSet,
  selectCredentialsByUserId,
  selectPinLockSeconds,
  deletePinAfterFailures,
} from "#modules/accounts/index";
import {
  consumeChallenge,
  type ChallengeOwner,
  replaceChallenge,
  selectChallengeOwnerBySecret,
  selectIsVerifiedPhoneOfPerson,
  voidPinTokens,
} from "./challenges.sql";
import {
  type SignInDeviceRow,
  selectSignedInDeviceByToken,
  selectCurrentOrNextShiftEnd,
  selectSignInTenant,
  type SignedInDeviceRow,
} from "./identities.sql";
import { findPinFault } from "./pin-rule";
import type { AuthServices, DeviceSessionServices } from "./throttle.service";

export interface PinSignInCall extends SignInOrigin {
  readonly tenantId: string;
  readonly pin_token: string;
  readonly pin: string;
  readonly device_token?: string;
  readonly now: Date;
}

/** Signs a driver in: the first PIN is set, every later one is checked. */
export async function signInByPin(services: DeviceSessionServices, call: PinSignInCall) {
  const { db } = services;
  const { tenantId, now } = call;
  const secret_hash = hashRandomSecret(call.pin_token);
  const person = await selectChallengeOwnerBySecret(db.system, {
    tenant_id: tenantId,
    purpose: "PIN_TOKEN",
    secret_hash,
    now,
  });
  if (!person) throw problem("AUTH_CHALLENGE_INVALID");
  const tenant = await selectSignInTenant(db.system, tenantId);
  const phone = await findSignInPhone(services, call);
  if (!phone && tenant.pin_requires_device) throw problem("AUTH_TOKEN_INVALID");
  // A PIN token that was left on a phone is good on that phone only.
  if (person.device_id !== null && person.device_id !== phone?.id) throw problem("AUTH_CHALLENGE_INVALID");
  const expires_at = phone ? await shiftSessionExpiry(services, { tenantId, user_id: person.user_id, now }) : null;
  const signIn = { person, phone, origin: call, now, expires_at };
  if (person.pin_hash !== null) {
    await checkSignInPin(services, { tenantId, pin: call.pin, ...signIn });
    if (person.blocked) throw problem("AUTH_USER_BLOCKED");
    return db.systemTransaction(tenantId, (tx) =>
      openPinSession(tx, signIn, () => clearPinFailures(tx, person.user_id)),
    );
  }
  if (person.blocked) throw problem("AUTH_USER_BLOCKED");
  const isReleased = person.pin_voided_at === null || isPinResetAllowedAt(person, now);
  if (!isReleased && !(await isPhoneOfPerson(services, { tenantId, ...signIn })))
    throw problem("AUTH_PIN_RELEASE_REQUIRED");
  const rule = findPinFault(call.pin, [person.phone_number ?? "", tenant.short_code]);
  if (rule) throw problem("PASSWORD_NOT_ACCEPTED", { rule });
  const pin_hash = await hashPin(person, call.pin, services.pepper);
  const setPin = async (tx: Tx) => {
    if (!(await storePinUnlessSet(tx, { ...person, pin_hash }))) throw problem("AUTH_CHALLENGE_INVALID");
  };
  return db.systemTransaction(tenantId, (tx) => openPinSession(tx, signIn, setPin));
}

/** Whether a dispatcher lets a new PIN be set at present. */
export const isPinResetAllowedAt = ({ pin_released_until }: { pin_released_until: string | null }, now: Date) =>
  pin_released_until !== null && Date.parse(pin_released_until) > now.getTime();

/** End of a session on a phone: an hour after the shift, because crews work without network for hours. */
async function shiftSessionExpiry({ db }: AuthServices, person: { tenantId: string; user_id: string; now: Date }) {
  const { tenantId: tenant_id, user_id, now } = person;
  const latest = now.getTime() + shiftSessionLimits.secondsMax * 1000;
  const end = await selectCurrentOrNextShiftEnd(db.system, { tenant_id, user_id, latest: new Date(latest) });
  if (!end) return new Date(latest).toISOString();
  // A shift may last longer than it was planned for.
  const after = Math.max(Date.parse(end), now.getTime()) + shiftSessionLimits.afterEndSeconds * 1000;
  return new Date(Math.min(latest, after)).toISOString();
}

/** Hash of a PIN as it is stored. */
export const hashPin = (person: Pick<ChallengeOwner, "user_id">, pin: string, pepper: string) =>
  hashPassword(pinBoundToPerson(person, pin), pepper);

/** Whether this is the stored PIN of a person. */
export const isPinOfPerson = (person: { user_id: string; pin_hash: string }, pin: string, pepper: string) =>
  verifyPassword(person.pin_hash, pinBoundToPerson(person, pin), pepper);

/** Text that binds a PIN to its person, so that a hash copied to another person's row does not match there. */
const pinBoundToPerson = ({ user_id }: Pick<ChallengeOwner, "user_id">, pin: string) => `${user_id} ${pin}`;

async function isPhoneOfPerson(
  { db }: AuthServices,
  { tenantId, person, phone, now }: PinSignIn & { tenantId: string },
) {
  const key = { tenant_id: tenantId, user_id: person.user_id, now };
  return phone !== undefined && selectIsVerifiedPhoneOfPerson(db.system, { ...key, device_token_id: phone.token_id });
}

async function findSignInPhone(
  { db }: AuthServices,
  { tenantId, device_token, now }: PinSignInCall,
): Promise<SignedInDeviceRow | undefined> {
  if (device_token === undefined) return undefined;
  const phone = isWellFormedToken(device_token)
    ? await selectSignedInDeviceByToken(db.system, { tenant_id: tenantId, hash: hashToken(device_token), now })
    : undefined;
  if (!phone) throw problem("AUTH_TOKEN_INVALID");
  if (phone.disabled) throw problem("AUTH_DEVICE_DISABLED");
  return phone;
}

interface PinCheckContext {
  readonly person: Pick<ChallengeOwner, "user_id">;
  readonly phone: Pick<SignInDeviceRow, "id"> | undefined;
  readonly now: Date;
}
interface PinSignIn extends PinCheckContext {
  readonly person: ChallengeOwner;
  readonly phone: SignedInDeviceRow | undefined;
  readonly origin: SignInOrigin;
  /** End of a session on a phone, which has no idle limit; null for other sessions. */
  readonly expires_at: string | null;
}

/**
 * Checks a PIN. The failure is counted and committed before the PIN is compared; the tenth voids the PIN and ends the
 * phone's sessions and the pushes to it.
 */
async function checkSignInPin(
  services: DeviceSessionServices,
  { tenantId, pin, ...check }: PinCheckContext & { tenantId: string; pin: string },
) {
  const { db, pepper } = services;
  const { person, now } = check;
  const attempt = { userId: person.user_id, now };
  const claimed = await recordPinAttempt(db.system, tenantId, attempt);
  if (!claimed) {
    const wait = await selectPinLockSeconds(db.system, tenantId, attempt);
    if (wait) throw problem("AUTH_ATTEMPTS_EXCEEDED", { retry_after: Math.max(1, wait.seconds) });
    // The limit of attempts is reached, but the request that used the last one has not voided the PIN yet.
    await db.systemTransaction(tenantId, (tx) => voidPinAndEndSessions(tx, services, check));
    throw problem("AUTH_CHALLENGE_INVALID");
  }
  if (await verifyPassword(claimed.pin_hash, pinBoundToPerson(person, pin), pepper)) return;
  if (claimed.pin_failures >= pinLimits.failuresMax)
    await db.systemTransaction(tenantId, (tx) => voidPinAndEndSessions(tx, services, check));
  throw problem("AUTH_CREDENTIALS_INVALID");
}

/** Checks the PIN of a signed-in user again, under the same rules as at sign-in. */
export async function checkOwnPin(
  services: DeviceSessionServices,
  {
    user_id,
    device_id,
    ...check
  }: { tenantId: string; user_id: string; device_id: string | null; pin: string; now: Date },
) {
  const person = await selectCredentialsByUserId(services.db.system, check.tenantId, user_id);
  if (!person || person.pin_hash === null) throw problem("AUTH_CREDENTIALS_INVALID");
  const phone = device_id === null ? undefined : { id: device_id };
  await checkSignInPin(services, { ...check, person: { user_id }, phone });
  await services.db.systemTransaction(check.tenantId, (tx) => clearPinFailures(tx, user_id));
}

async function voidPinAndEndSessions(
  tx: Tx,
  { removePushToken }: DeviceSessionServices,
  { person, phone, now }: PinCheckContext,
) {
  await deletePinAfterFailures(tx, person.user_id, now);
  await voidPinTokens(tx, [person.user_id], now);
  if (phone) await removePushToken(tx, phone.id);
  await endSessionsOnAllNodes(tx, { user_id: person.user_id, kinds: ["USER"], now });
  if (phone) await endSessionsOnAllNodes(tx, { device_id: phone.id, kinds: ["DEVICE", "USER"], now });
}

async function openPinSession(
  tx: Tx,
  { person, phone, origin, now, expires_at: end }: PinSignIn,
  before: (tx: Tx) => Promise<unknown>,
) {
  if (!(await consumeChallenge(tx, person.challenge_id, now))) throw problem("AUTH_CHALLENGE_INVALID");
  await before(tx);
  const { user_id } = person;
  const device_id = phone?.id ?? null;
  // A PIN token that was left on a phone came from an earlier sign-in by SMS there: this time the phone is the other
  // factor.
  const methods = [person.device_id === null ? ("SMS" as const) : ("PHONE" as const), "PIN" as const];
  const signIn = { origin, methods };
  const { token, expires_at, idle_seconds } = await issueToken(tx, {
    kind: "USER",
    user_id,
    device_id,
    signIn,
    now,
    ...(end === null ? {} : { expires_at: end, idle_seconds: null }),
  });
  const pin_token =
    phone === undefined
      ? null
      : await createPinTokenForPhone(tx, { user_id, device_id: phone.id, device_token_id: phone.token_id, now });
  return { token, expires_at, idle_seconds, user_id, device_id, pin_token, known_device_token: null };
}

/** Leaves a PIN token on the phone, where the next sign-in takes the PIN alone: the phone is the other factor. */
async function createPinTokenForPhone(
  tx: Tx,
  owner: { user_id: string; device_id: string; device_token_id: string; now: Date },
): Promise<string> {
  const token = createRandomSecret();
  const { user_id, device_id } = owner;
  await replaceChallenge(tx, {
    ...owner,
    purpose: "PIN_TOKEN",
    identifier: `${user_id}/${device_id}`,
    secret_hash: hashRandomSecret(token),
    seconds: pinLimits.deviceTokenSeconds,
  });
  return token;
}
