/**
 * Sign-in. People in the office sign in with e-mail and password; phones with a code by SMS; drivers with a code by SMS
 * and then their PIN, on a phone that has signed in. Answers never tell whether a number or an address is known.
 */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Email, PhoneNumber, ClosedObject } from "../core/schema";
import { expiryExample, DeviceSession, UserSession } from "./auth-sessions";

const SignInCode = Type.String({ pattern: "^[0-9]{6}$", examples: ["402913"], description: "Six digits." });
const SignInSecret = Type.String({ minLength: 1, maxLength: 200 });
const KnownBrowserToken = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: "The DEVICE token of the phone that the person signs in on. The session belongs to that phone then.",
  }),
);
/** Token of a known device; longer than `SignInSecret`, because it is signed and says what it is for. */
const KnownDeviceToken = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 300,
    description:
      "As the last sign-in on this device has answered it: the device is known then, and not made to wait for others in its network.",
  }),
);

export const MessageCooldown = ClosedObject(
  {
    cooldown_time: Type.Integer({ minimum: 0, description: "Seconds until another message may be asked for." }),
  },
  { $id: "Cooldown", examples: [{ cooldown_time: 60 }] },
);

export const PinChallenge = ClosedObject(
  {
    pin_token: Type.String({ description: "Proves the code; good for one sign-in by PIN." }),
    pin_set: Type.Boolean({ description: "False at the first sign-in: the PIN that is sent then becomes the PIN." }),
    pin_release_required: Type.Boolean({
      description:
        "True after ten wrong PINs: a new one is taken once the user was released or unblocked, or on a phone with another number on which " +
        "this person has signed in by PIN.",
    }),
    expires_at: DateTime,
  },
  {
    $id: "PinChallenge",
    examples: [
      {
        pin_token: "hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM",
        pin_set: true,
        pin_release_required: false,
        expires_at: expiryExample,
      },
    ],
  },
);

export const PasswordResetInfo = ClosedObject(
  { email: Type.String({ description: "Whose password it sets." }), expires_at: DateTime },
  { $id: "PasswordResetInfo", examples: [{ email: "anna.gruber@example.org", expires_at: expiryExample }] },
);
export const PasswordSet = ClosedObject(
  { email: Type.String({ description: "What to sign in with." }) },
  { $id: "PasswordSet", examples: [{ email: "anna.gruber@example.org" }] },
);

const PhoneNumberRequest = ClosedObject(
  { phone_number: PhoneNumber, known_device_token: KnownDeviceToken },
  { $id: "PhoneNumberRequest", examples: [{ phone_number: "+4366412345678" }] },
);
/** Token of a phone that has signed in before: other phones in its network cannot use up its limit. */
const KnownPhoneToken = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "The DEVICE token of the phone, where it has one: it is known then, and not made to wait for others in its network.",
  }),
);
const PersonNumberRequest = ClosedObject(
  { phone_number: PhoneNumber, device_token: KnownPhoneToken },
  { $id: "PersonNumberRequest", examples: [{ phone_number: "+4366412345678" }] },
);
const DeviceVerifyRequest = ClosedObject(
  { phone_number: PhoneNumber, one_time_code: SignInCode },
  { $id: "DeviceVerifyRequest", examples: [{ phone_number: "+4366412345678", one_time_code: "402913" }] },
);
const UserVerifyRequest = ClosedObject(
  { phone_number: PhoneNumber, code: SignInCode, device_token: KnownPhoneToken },
  { $id: "UserVerifyRequest", examples: [{ phone_number: "+4366412345678", code: "402913" }] },
);
const PinSignInRequest = ClosedObject(
  {
    pin_token: SignInSecret,
    pin: Type.String({ pattern: "^[0-9]{6}$", examples: ["274916"], description: "Six digits." }),
    device_token: KnownBrowserToken,
  },
  { $id: "PinRequest", examples: [{ pin_token: "hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM", pin: "274916" }] },
);
/** Password, with room for more than is accepted, so that the answer can say which rule it breaks. */
const AnyPassword = Type.String({ minLength: 1, maxLength: 1000 });
const PasswordRequest = ClosedObject(
  {
    email: Email,
    password: AnyPassword,
    known_device_token: KnownDeviceToken,
  },
  {
    $id: "PasswordSignInRequest",
    examples: [{ email: "anna.gruber@example.org", password: "sieben Störche über Linz" }],
  },
);

export const authOperations = defineOperations("auth", {
  authDevice: {
    on: "POST /auth/device",
    summary: "Send a phone its sign-in code",
    description:
      "Sends a code of six digits by SMS to a phone that the tenant has registered as a device. It is good for five minutes and " +
      "five tries; a newer one voids it. Unknown numbers get the same answer and no SMS. Five a number and hour.",
    auth: "tenant_key",
    body: PhoneNumberRequest,
    answer: MessageCooldown,
    errors: ["MESSAGE_COOLDOWN_ACTIVE", "AUTH_ATTEMPTS_EXCEEDED"],
    limit: "auth_start",
  },
  verifyDevice: {
    on: "POST /auth/device/verify",
    summary: "Sign a phone in by its code",
    description:
      "Answers a DEVICE token and ends the earlier sessions of this phone. The token ends when it is unused for 30 days.",
    auth: "tenant_key",
    body: DeviceVerifyRequest,
    answer: DeviceSession,
    errors: ["AUTH_CHALLENGE_INVALID", "AUTH_ATTEMPTS_EXCEEDED", "AUTH_DEVICE_DISABLED"],
    limit: "auth_check",
  },
  authUser: {
    on: "POST /auth/user",
    summary: "Sign in with e-mail and password",
    description:
      "After five wrong passwords in a row waiting times apply: 30 seconds, doubling up to an hour. After a hundred only a reset " +
      "by mail helps. The session ends after 12 hours, or 30 minutes without a call.",
    auth: "tenant_key",
    body: PasswordRequest,
    answer: UserSession,
    errors: ["AUTH_CREDENTIALS_INVALID", "AUTH_ATTEMPTS_EXCEEDED", "AUTH_USER_BLOCKED"],
    limit: "auth_start",
  },
  requestPasswordReset: {
    on: "POST /auth/user/password/reset/request",
    summary: "Ask for a link to set a new password",
    description:
      "Sends the link to the address if it is known; the answer is the same. It is good for 30 minutes, once.",
    auth: "tenant_key",
    body: ClosedObject(
      { email: Email, known_device_token: KnownDeviceToken },
      { $id: "PasswordResetRequest", examples: [{ email: "anna.gruber@example.org" }] },
    ),
    answer: MessageCooldown,
    errors: ["MESSAGE_COOLDOWN_ACTIVE"],
    limit: "auth_start",
  },
  setPassword: {
    on: "POST /auth/user/password/reset/set",
    summary: "Set a new password by the mailed link",
    description:
      "15 to 128 characters; common passwords and those made of names around the person are refused. Ends all sessions of the " +
      "person and all waiting times.",
    auth: "tenant_key",
    body: ClosedObject(
      { token: SignInSecret, password: AnyPassword },
      {
        $id: "SetPasswordRequest",
        examples: [{ token: "hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM", password: "sieben Störche über Linz" }],
      },
    ),
    answer: PasswordSet,
    errors: ["AUTH_CHALLENGE_INVALID", "PASSWORD_NOT_ACCEPTED"],
    limit: "auth_check",
  },
  validatePasswordResetToken: {
    on: "POST /auth/user/password/reset/validate/token",
    summary: "Check a mailed link",
    description: "Tells before a form is shown whether the link is still good. Uses nothing up.",
    auth: "tenant_key",
    safe: true,
    body: ClosedObject(
      { token: SignInSecret },
      { $id: "ValidateTokenRequest", examples: [{ token: "hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM" }] },
    ),
    answer: PasswordResetInfo,
    errors: ["AUTH_CHALLENGE_INVALID"],
    limit: "auth_check",
  },
  authUserPhoneNumber: {
    on: "POST /auth/user/phone_number",
    summary: "Send a person a sign-in code",
    description:
      "Sends a code of six digits by SMS, under the same rules as for phones. Unknown numbers get the same answer and no SMS. " +
      "Tenants may switch this way of signing in off.",
    auth: "tenant_key",
    body: PersonNumberRequest,
    answer: MessageCooldown,
    errors: ["MESSAGE_COOLDOWN_ACTIVE", "AUTH_ATTEMPTS_EXCEEDED", "ACTION_NOT_AVAILABLE"],
    limit: "auth_start",
  },
  verifyUserPhoneNumber: {
    on: "POST /auth/user/phone_number/verify",
    summary: "Prove a person's number by the code",
    description: "Answers a token, good for ten minutes, to be sent with the PIN.",
    auth: "tenant_key",
    body: UserVerifyRequest,
    answer: PinChallenge,
    errors: ["AUTH_CHALLENGE_INVALID", "AUTH_ATTEMPTS_EXCEEDED", "AUTH_USER_BLOCKED"],
    limit: "auth_check",
  },
  authUserPin: {
    on: "POST /auth/user/pin",
    summary: "Sign in with the PIN",
    description:
      "At the first sign-in the PIN becomes the person's PIN; easily guessed ones are refused. Later it is checked: five wrong ones " +
      "lock it for 15 minutes, ten void the PIN and the phone's session. A code by SMS alone then sets no new one: a dispatcher releases or unblocks the user, or the " +
      "`device_token` is of a phone with another number on which this person has signed in by PIN. With `device_token` the session " +
      "belongs to that phone, and the answer carries a `pin_token` for the next time; it is demanded unless the tenant has turned " +
      "`pin_requires_device` off.\n\n" +
      "Such a session lasts until an hour after the end of the shift that the person is on, or is planned for next, and 16 hours at " +
      "most; it needs no calls in between. It ends five minutes after that shift is finished, unless the next one begins in them, and at once when the user is blocked or the phone is disabled.",
    auth: "tenant_key",
    body: PinSignInRequest,
    answer: UserSession,
    errors: [
      "AUTH_CHALLENGE_INVALID",
      "AUTH_CREDENTIALS_INVALID",
      "AUTH_TOKEN_INVALID",
      "AUTH_ATTEMPTS_EXCEEDED",
      "AUTH_USER_BLOCKED",
      "AUTH_DEVICE_DISABLED",
      "AUTH_PIN_RELEASE_REQUIRED",
      "PASSWORD_NOT_ACCEPTED",
    ],
    limit: "auth_check",
  },
});
