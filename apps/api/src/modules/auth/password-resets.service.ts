import type { Tx } from "#platform/database/database";
import { hashPassword } from "#platform/access/password-hash";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { problem } from "#platform/problem";
import { hashRandomSecret, createRandomSecret } from "#platform/access/secrets";
import { consolePaths } from "@leitstand/contract/core/console-paths";
import { passwordResetLinkSeconds } from "@leitstand/contract/people/sign-in-limits";
import { selectCredentialsByEmail } from "#modules/accounts/index";
import {
  consumeChallenge,
  type ChallengeOwner,
  replaceChallenge,
  selectChallengeOwnerBySecret,
} from "./challenges.sql";
import { selectSignInTenant } from "./identities.sql";
import { requireAcceptablePassword, setPasswordAndEndSessions } from "./passwords.service";
import { chooseSignInLanguage, composeSetPasswordMail } from "./sign-in-message";
import { consumeMessageAllowance, type AuthServices, hashIdentifierWithPepper } from "./throttle.service";

/** Sends the link if a user has the address; the answer is the same if none has. */
export async function requestPasswordReset(
  services: AuthServices,
  { tenantId, email, now }: { tenantId: string; email: string; now: Date },
) {
  const { db } = services;
  const [tenant, person] = await Promise.all([
    selectSignInTenant(db.system, tenantId),
    selectCredentialsByEmail(db.system, tenantId, email),
  ]);
  const reachable = person !== undefined && !person.blocked;
  const identifier = hashIdentifierWithPepper(services, "email", email);
  await db.systemTransaction(tenantId, async (tx) => {
    await consumeMessageAllowance(tx, {
      purpose: "PASSWORD_RESET",
      identifier,
      cooldownSeconds: tenant.cool_down_time,
      isSent: reachable,
      now,
    });
    if (reachable) await sendSetPasswordMail(tx, services, { ...person, firstname: "", email });
    else
      await replaceChallenge(tx, {
        purpose: "PASSWORD_RESET",
        identifier,
        secret_hash: "",
        seconds: passwordResetLinkSeconds,
        now,
      });
  });
  return { cooldown_time: tenant.cool_down_time };
}

export interface PasswordMailRecipient {
  readonly id: string;
  readonly email: string;
  readonly firstname: string;
  readonly language?: string | null;
  readonly password_hash?: string | null;
}

type PasswordLinkServices = Pick<AuthServices, "clock" | "pepper" | "publicUrl">;

/**
 * Makes the link by which a person sets a password: 256 bits, 30 minutes, once; earlier links are void. The token
 * is behind a `#`, which browsers do not send to a server.
 */
export async function makeSetPasswordLink(
  tx: Tx,
  services: PasswordLinkServices,
  person: Pick<PasswordMailRecipient, "id" | "email">,
): Promise<string> {
  const { short_code } = await selectSignInTenant(tx, tx.tenantId);
  const token = createRandomSecret();
  await replaceChallenge(tx, {
    purpose: "PASSWORD_RESET",
    identifier: hashIdentifierWithPepper(services, "email", person.email),
    user_id: person.id,
    secret_hash: hashRandomSecret(token),
    seconds: passwordResetLinkSeconds,
    now: services.clock.now(),
  });
  return `${services.publicUrl}${consolePaths.setPassword}#tenant=${short_code}&token=${token}`;
}

/**
 * Mails a person the link to set a password. The text differs for people without one (`password_hash` null or absent).
 */
export async function sendSetPasswordMail(tx: Tx, services: PasswordLinkServices, person: PasswordMailRecipient) {
  const tenant = await selectSignInTenant(tx, tx.tenantId);
  const mail = composeSetPasswordMail(chooseSignInLanguage(person.language ?? null, tenant.language), {
    link: await makeSetPasswordLink(tx, services, person),
    tenant,
    name: person.firstname,
    first: !person.password_hash,
  });
  const letter = { channel: "EMAIL", recipient: person.email, purpose: "SET_PASSWORD", confidential: true } as const;
  const expiry = new Date(services.clock.now().getTime() + passwordResetLinkSeconds * 1_000);
  enqueueOutboxMessage(tx, {
    ...letter,
    ...mail,
    user_id: person.id,
    // The link's own end: a mail that could only be late is not sent.
    data: { expires_at: expiry.toISOString() },
  });
}

interface PasswordLinkCall {
  readonly tenantId: string;
  readonly token: string;
  readonly now: Date;
}

export async function checkPasswordLink(services: AuthServices, call: PasswordLinkCall) {
  const { email, expires_at } = await findPasswordLinkOwner(services, call);
  return { email: email ?? "", expires_at };
}

/** Sets a password by a link. A password that breaks a rule leaves the link good for another try. */
export async function setPasswordByLink(services: AuthServices, call: PasswordLinkCall & { password: string }) {
  const { db } = services;
  const { tenantId, now } = call;
  const person = await findPasswordLinkOwner(services, call);
  const tenant = await selectSignInTenant(db.system, tenantId);
  const context = [...passwordContextOf(person), tenant.name, tenant.short_code, "Leitstand"];
  const password_hash = await hashPassword(requireAcceptablePassword(call.password, context));
  await db.systemTransaction(tenantId, async (tx) => {
    if (!(await consumeChallenge(tx, person.challenge_id, now))) throw problem("AUTH_CHALLENGE_INVALID");
    await setPasswordAndEndSessions(tx, services, { user_id: person.user_id, email: person.email, password_hash });
  });
  return { email: person.email ?? "" };
}

async function findPasswordLinkOwner(
  { db }: AuthServices,
  { tenantId, token, now }: PasswordLinkCall,
): Promise<ChallengeOwner> {
  const secret_hash = hashRandomSecret(token);
  const person = await selectChallengeOwnerBySecret(db.system, {
    tenant_id: tenantId,
    purpose: "PASSWORD_RESET",
    secret_hash,
    now,
  });
  if (!person) throw problem("AUTH_CHALLENGE_INVALID");
  return person;
}

const passwordContextOf = ({ email, firstname, lastname, phone_number }: ChallengeOwner) =>
  [email?.split("@")[0], email?.split("@")[1], firstname, lastname, phone_number].filter(
    (name) => typeof name === "string",
  );
