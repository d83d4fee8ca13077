import type { Tx } from "#platform/database/database";
import type { Services } from "#platform/http/handler";
import { notFound, problem } from "#platform/problem";
import { admitSending, changeOwnPassword, identifierOf, sendSetPasswordMail } from "#modules/auth/index";
import { type MailablePerson, selectKnownNames, selectMailable, selectOwnMailable } from "./own-account.sql";
import type { Caller } from "./user-scope.sql";

export type MailServices = Pick<Services, "clock" | "pepper" | "publicUrl">;

/**
 * Changes the caller's password, which ends every session of the person, the calling one included: they sign in again with
 * the new password.
 */
export async function changePassword(
  tx: Tx,
  services: Services,
  change: { user_id: string; old_password: string; new_password: string },
) {
  const { names } = await selectKnownNames(tx, change.user_id);
  await changeOwnPassword(tx, services, { ...change, context: names });
}

export async function mailOwnLink(tx: Tx, services: MailServices, userId: string) {
  return mailLink(tx, services, await selectOwnMailable(tx, userId));
}

export async function mailLinkTo(tx: Tx, services: MailServices, { caller, id }: { caller: Caller; id: string }) {
  const person = await selectMailable(tx, caller, id);
  if (!person) throw notFound("user", id);
  return mailLink(tx, services, person);
}

/** Mails a link to set a password, with the same cool-down as links that are requested at the sign-in. */
async function mailLink(tx: Tx, services: MailServices, { email, cool_down_time, ...person }: MailablePerson) {
  if (email === null) throw problem("FIELD_COMBINATION_INVALID", { fields: "email" });
  await admitSending(tx, {
    purpose: "PASSWORD_RESET",
    identifier: identifierOf(services, "email", email),
    cooldownSeconds: cool_down_time,
    isSent: true,
    now: services.clock.now(),
  });
  await sendSetPasswordMail(tx, services, { ...person, email });
  return { cooldown_time: cool_down_time };
}
