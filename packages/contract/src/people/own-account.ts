/** Changes of a signed-in user's password, and links by which a user sets one. */
import { Type } from "typebox";
import { MessageCooldown } from "./auth";
import { defineOperations } from "../operation/operation";
import { IdParams, ClosedObject } from "../core/schema";

/** Password, with room for more than is accepted, so that the answer can say which rule it breaks. */
const AnyPassword = Type.String({ minLength: 1, maxLength: 1000 });

export const PasswordChangeRequest = ClosedObject(
  { old_password: AnyPassword, new_password: AnyPassword },
  {
    $id: "PasswordChangeRequest",
    examples: [{ old_password: "bisher-ein-langer-satz", new_password: "ab-heute-ein-anderer-satz" }],
  },
);
const mailChangeErrors = ["MESSAGE_COOLDOWN_ACTIVE", "FIELD_COMBINATION_INVALID"] as const;

export const ownAccountOperations = defineOperations("users", {
  changeOwnPassword: {
    on: "PUT /user/change_password",
    changes: "OWN",
    summary: "Change one's own password",
    description: "Needs the old one. All sessions of the user end, this one too.",
    kinds: ["USER"],
    limit: "auth_check",
    body: PasswordChangeRequest,
    errors: ["AUTH_CREDENTIALS_INVALID", "AUTH_ATTEMPTS_EXCEEDED", "PASSWORD_NOT_ACCEPTED"],
  },
  requestPasswordChange: {
    on: "POST /user/change_password_request",
    changes: "OWN",
    summary: "Have a link to set one's own password mailed",
    description:
      "Mails a link that works once and for 30 minutes; earlier links end. `cooldown_time` of the answer says in " +
      "how many seconds the next may be asked for, in common with links asked for at sign-in: earlier ones are " +
      "refused with `MESSAGE_COOLDOWN_ACTIVE`. Who has no e-mail address gets `FIELD_COMBINATION_INVALID`.",
    grant: "changeOwnPassword",
    kinds: ["USER"],
    limit: "message",
    answer: MessageCooldown,
    errors: mailChangeErrors,
  },
  resendSetPasswordEmail: {
    on: "POST /user/{id}/resend_set_password_email",
    changes: "BRANCH",
    summary: "Mail a user a new link to set a password",
    description: "The links sent before become void.",
    grant: "updateUser",
    kinds: ["USER", "SERVICE"],
    limit: "message",
    params: IdParams,
    answer: MessageCooldown,
    errors: mailChangeErrors,
  },
});
