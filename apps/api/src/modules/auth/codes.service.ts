import type { Tx } from "#platform/database/database";
import { issueKnownDeviceToken } from "#platform/access/known-device";
import { hashPassword, verifyPassword } from "#platform/access/password-hash";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { problem } from "#platform/problem";
import { hashRandomSecret, createSixDigitCode, createRandomSecret } from "#platform/access/secrets";
import { issueToken, type SignInOrigin } from "#platform/access/session";
import { oneTimeCodeLimits, pinLimits } from "@leitstand/contract/people/sign-in-limits";
import { endSessionsOnAllNodes } from "#platform/access/token-changes";
import { selectCredentialsByPhoneNumber } from "#modules/accounts/index";
import {
  recordOneTimeCodeAttempt,
  type OneTimeCodePurpose,
  consumeChallenge,
  replaceChallenge,
  selectExhaustedCodeRemainingSeconds,
} from "./challenges.sql";
import { recordOneTimeCodeGuess, removeAuthCounter } from "./counters.sql";
import { selectSignInDeviceByPhoneNumber, selectSignInTenant, type SignInTenant } from "./identities.sql";
import { isPinResetAllowedAt } from "./pins.service";
import { composeSignInCodeMessage, chooseSignInLanguage } from "./sign-in-message";
import {
  consumeMessageAllowance,
  type AuthServices,
  type DeviceSessionServices,
  clearSignInLockouts,
  createAuthCounterKey,
  hashIdentifierWithPepper,
  refuseLockedPhoneNumber,
} from "./throttle.service";

interface PhoneNumberCall {
  readonly tenantId: string;
  readonly phone_number: string;
  readonly now: Date;
}

/** Starts the sign-in of a phone. Neither the answer nor its duration shows whether the number is known. */
export async function sendPhoneSignInCode(
  { db, ...services }: AuthServices,
  { tenantId, phone_number, now }: PhoneNumberCall,
) {
  const [tenant, phone] = await Promise.all([
    selectSignInTenant(db.system, tenantId),
    selectSignInDeviceByPhoneNumber(db.system, tenantId, phone_number),
  ]);
  const recipient = { phone_number, language: phone?.language ?? null, device_id: phone?.id };
  const code = await createHashedCode(services, tenantId, "DEVICE_CODE");
  return db.systemTransaction(tenantId, (tx) => sendOneTimeCode(tx, { ...services, code, tenant, recipient, now }));
}

/** Starts the sign-in of a person by number, under the same rules as that of a phone. */
export async function sendUserSignInCode(
  { db, ...services }: AuthServices,
  { tenantId, phone_number, now }: PhoneNumberCall,
) {
  const [tenant, person] = await Promise.all([
    selectSignInTenant(db.system, tenantId),
    selectCredentialsByPhoneNumber(db.system, tenantId, phone_number),
  ]);
  if (!tenant.phone_number_signin)
    throw problem("ACTION_NOT_AVAILABLE", { action: "authUserPhoneNumber", tenant_type: tenant.type });
  const recipient = { phone_number, language: person?.language ?? null, user_id: person?.id };
  const code = await createHashedCode(services, tenantId, "USER_CODE");
  return db.systemTransaction(tenantId, (tx) => sendOneTimeCode(tx, { ...services, code, tenant, recipient, now }));
}

/**
 * Sends a phone its code on behalf of a dispatcher, and frees the number if it was locked. Returns the seconds of the
 * cool-down.
 */
export async function sendPhoneSignInCodeForDispatcher(
  tx: Tx,
  services: Pick<AuthServices, "clock" | "pepper">,
  phone: { id: string; phone_number: string; language: string | null },
) {
  const { phone_number, language } = phone;
  const code = await createHashedCode(services, tx.tenantId, "DEVICE_CODE");
  await clearSignInLockouts(tx, services, { phone_number });
  return sendOneTimeCode(tx, {
    pepper: services.pepper,
    code,
    tenant: await selectSignInTenant(tx, tx.tenantId),
    recipient: { phone_number, language, device_id: phone.id },
    now: services.clock.now(),
  });
}

interface HashedCode {
  readonly purpose: OneTimeCodePurpose;
  readonly digits: string;
  readonly secret_hash: string;
}

/** Makes and hashes a code, before any row is locked. */
async function createHashedCode(
  { pepper }: Pick<AuthServices, "pepper">,
  tenantId: string,
  purpose: OneTimeCodePurpose,
): Promise<HashedCode> {
  const digits = createSixDigitCode();
  return { purpose, digits, secret_hash: await hashPassword(codeBoundToPurpose(tenantId, purpose, digits), pepper) };
}

interface OneTimeCodeMessage {
  readonly pepper: string;
  readonly code: HashedCode;
  readonly tenant: SignInTenant;
  /** Recipient of the code. Without an id no user or phone has the number: everything happens but the message. */
  readonly recipient: {
    phone_number: string;
    language: string | null;
    user_id?: string | undefined;
    device_id?: string | undefined;
  };
  readonly now: Date;
}

async function sendOneTimeCode(tx: Tx, { pepper, code, tenant, recipient, now }: OneTimeCodeMessage) {
  const { purpose, digits, secret_hash } = code;
  const { phone_number, user_id, device_id } = recipient;
  const owner = { ...(user_id === undefined ? {} : { user_id }), ...(device_id === undefined ? {} : { device_id }) };
  const isSent = user_id !== undefined || device_id !== undefined;
  const identifier = hashIdentifierWithPepper({ pepper }, "number", phone_number);
  await refuseLockedPhoneNumber(tx, createAuthCounterKey(tx.tenantId, "CODE_FAILED", identifier));
  await consumeMessageAllowance(tx, { purpose, identifier, cooldownSeconds: tenant.cool_down_time, isSent, now });
  await replaceChallenge(tx, {
    purpose,
    identifier,
    secret_hash,
    seconds: oneTimeCodeLimits.seconds,
    now,
    ...owner,
  });
  const body = composeSignInCodeMessage(chooseSignInLanguage(recipient.language, tenant.language), {
    code: digits,
    tenant: tenant.name,
  });
  const letter = {
    channel: "SMS",
    recipient: phone_number,
    body,
    purpose: "SIGN_IN_CODE",
    confidential: true,
  } as const;
  if (isSent) enqueueOutboxMessage(tx, { ...letter, ...owner });
  return { cooldown_time: tenant.cool_down_time };
}

/** Text that binds a code to one tenant and one purpose, so that its hash is of no use in another row. */
const codeBoundToPurpose = (tenantId: string, purpose: OneTimeCodePurpose, code: string) =>
  `${tenantId} ${purpose} ${code}`;

/**
 * Signs a phone in: opens a new DEVICE token, and ends all sessions that this number had on another phone, and the
 * pushes to it.
 */
export async function verifyDevice(
  services: DeviceSessionServices,
  call: PhoneNumberCall & SignInOrigin & { one_time_code: string },
) {
  const { db } = services;
  const { device_id, challenge_id, identifier } = await checkOneTimeCode(services, {
    ...call,
    purpose: "DEVICE_CODE",
    code: call.one_time_code,
  });
  const { tenantId, now } = call;
  // A code that was sent to a number proves nothing once the phone has another one.
  const phone = await selectSignInDeviceByPhoneNumber(db.system, tenantId, call.phone_number);
  if (!phone || phone.id !== device_id) throw problem("AUTH_CHALLENGE_INVALID");
  const session = await db.systemTransaction(tenantId, async (tx) => {
    await consumeCodeAndClearCounter(tx, { challenge_id, identifier, now });
    if (phone.disabled) return undefined;
    // Before the sessions: a change of the device locks it first too.
    await services.removePushToken(tx, phone.id);
    await endSessionsOnAllNodes(tx, { device_id: phone.id, kinds: ["DEVICE", "USER"], now });
    const signIn = { origin: call, methods: ["SMS" as const] };
    const { token, expires_at, idle_seconds } = await issueToken(tx, {
      kind: "DEVICE",
      device_id: phone.id,
      signIn,
      now,
    });
    return { token, expires_at, idle_seconds, device_id: phone.id };
  });
  // The answer may say that the device is disabled, because the sender of the code has proved to have the phone.
  if (!session) throw problem("AUTH_DEVICE_DISABLED");
  const known_device_token = issueKnownDeviceToken(
    services.pepper,
    { tenantId, now },
    { id: phone.id, password_hash: null },
  );
  return { ...session, known_device_token };
}

/** Proves a person's number and answers a token of ten minutes for the PIN. */
export async function exchangeUserCodeForPinToken(services: AuthServices, call: PhoneNumberCall & { code: string }) {
  const { db } = services;
  const { user_id, challenge_id, identifier } = await checkOneTimeCode(services, { ...call, purpose: "USER_CODE" });
  const { tenantId, now } = call;
  const person = await selectCredentialsByPhoneNumber(db.system, tenantId, call.phone_number);
  if (!person || person.id !== user_id) throw problem("AUTH_CHALLENGE_INVALID");
  const pin_token = createRandomSecret();
  const { expires_at } = await db.systemTransaction(tenantId, async (tx) => {
    await consumeCodeAndClearCounter(tx, { challenge_id, identifier, now });
    return replaceChallenge(tx, {
      purpose: "PIN_TOKEN",
      identifier: person.id,
      user_id: person.id,
      secret_hash: hashRandomSecret(pin_token),
      seconds: pinLimits.tokenSeconds,
      now,
    });
  });
  if (person.blocked) throw problem("AUTH_USER_BLOCKED");
  return {
    pin_token,
    pin_set: person.pin_hash !== null,
    pin_release_required: person.pin_voided_at !== null && !isPinResetAllowedAt(person, now),
    expires_at,
  };
}

interface CodeGuess extends PhoneNumberCall {
  readonly purpose: OneTimeCodePurpose;
  readonly code: string;
}

/**
 * Checks a code. The guess is counted and committed before the code is compared, so that parallel guesses get no more
 * tries than sequential ones.
 */
async function checkOneTimeCode(services: AuthServices, { tenantId, phone_number, purpose, code, now }: CodeGuess) {
  const identifier = hashIdentifierWithPepper(services, "number", phone_number);
  const counter = createAuthCounterKey(tenantId, "CODE_FAILED", identifier);
  const known = await services.db.systemTransaction(tenantId, async (tx) => {
    await refuseLockedPhoneNumber(tx, counter);
    const challenge = await recordOneTimeCodeAttempt(tx, { purpose, identifier, now });
    if (!challenge) {
      const exhausted = await selectExhaustedCodeRemainingSeconds(tx, { purpose, identifier, now });
      throw exhausted
        ? problem("AUTH_ATTEMPTS_EXCEEDED", { retry_after: exhausted.seconds })
        : problem("AUTH_CHALLENGE_INVALID");
    }
    // False only when the number was locked since it was read; the guess is then refused like any later one.
    if (!(await recordOneTimeCodeGuess(tx, counter, now))) await refuseLockedPhoneNumber(tx, counter);
    return challenge;
  });
  if (!(await verifyPassword(known.secret_hash, codeBoundToPurpose(tenantId, purpose, code), services.pepper)))
    throw problem("AUTH_CHALLENGE_INVALID");
  return { ...known, challenge_id: known.id, identifier };
}

async function consumeCodeAndClearCounter(tx: Tx, used: { challenge_id: string; identifier: string; now: Date }) {
  if (!(await consumeChallenge(tx, used.challenge_id, used.now))) throw problem("AUTH_CHALLENGE_INVALID");
  await removeAuthCounter(tx, createAuthCounterKey(tx.tenantId, "CODE_FAILED", used.identifier));
}
