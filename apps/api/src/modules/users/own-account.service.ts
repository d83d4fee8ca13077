import type { Tx } from "#platform/database/database";
import type { SharedServices } from "#platform/http/handler";
import { notFound, problem } from "#platform/problem";
import {
  consumeMessageAllowance,
  changeOwnPassword,
  hashIdentifierWithPepper,
  sendSetPasswordMail,
} from "#modules/auth/index";
import {
  type PasswordLinkRecipient,
  selectNamesForbiddenInPassword,
  selectPasswordLinkRecipient,
  selectOwnPasswordLinkRecipient,
} from "./own-account.sql";
import type { UserOperationCaller } from "./user-scope.sql";

export type PasswordMailServices = Pick<SharedServices, "clock" | "pepper" | "publicUrl">;

/**
 * Changes the caller's password, which ends every session of the person, the calling one included: they sign in again with
 * the new password.
 */
export async function changePasswordOfCaller(
  tx: Tx,
  services: SharedServices,
  change: { user_id: string; old_password: string; new_password: string },
) {
  const { names } = await selectNamesForbiddenInPassword(tx, change.user_id);
  await changeOwnPassword(tx, services, { ...change, context: names });
}

export async function mailOwnPasswordLink(tx: Tx, services: PasswordMailServices, userId: string) {
  return mailPasswordLink(tx, services, await selectOwnPasswordLinkRecipient(tx, userId));
}

export async function mailPasswordLinkToUser(
  tx: Tx,
  services: PasswordMailServices,
  { caller, id }: { caller: UserOperationCaller; id: string },
) {
  const person = await selectPasswordLinkRecipient(tx, caller, id);
  if (!person) throw notFound("user", id);
  return mailPasswordLink(tx, services, person);
}

/** Mails a link to set a password, with the same cool-down as links that are requested at the sign-in. */
async function mailPasswordLink(
  tx: Tx,
  services: PasswordMailServices,
  { email, cool_down_time, ...person }: PasswordLinkRecipient,
) {
  if (email === null) throw problem("FIELD_COMBINATION_INVALID", { fields: "email" });
  await consumeMessageAllowance(tx, {
    purpose: "PASSWORD_RESET",
    identifier: hashIdentifierWithPepper(services, "email", email),
    cooldownSeconds: cool_down_time,
    isSent: true,
    now: services.clock.now(),
  });
  await sendSetPasswordMail(tx, services, { ...person, email });
  return { cooldown_time: cool_down_time };
}
