import { authOperations } from "@leitstand/contract/people/auth";
import {
  implementOperations,
  type AnonymousCall,
  defineAnonymousHandler,
  type SharedServices,
} from "#platform/http/handler";
import { sendPhoneSignInCode, sendUserSignInCode, verifyDevice, exchangeUserCodeForPinToken } from "./codes.service";
import { checkPasswordLink, requestPasswordReset, setPasswordByLink } from "./password-resets.service";
import { signInByPassword } from "./passwords.service";
import { signInByPin } from "./pins.service";
import type { DeviceSessionServices } from "./throttle.service";

export const createAuthRoutes = (services: SharedServices & DeviceSessionServices) =>
  implementOperations(authOperations, {
    authDevice: defineAnonymousHandler((call) => sendPhoneSignInCode(services, signInInputOf(call))),
    verifyDevice: defineAnonymousHandler((call) => verifyDevice(services, signInInputOf(call))),
    authUser: defineAnonymousHandler((call) => signInByPassword(services, signInInputOf(call))),
    requestPasswordReset: defineAnonymousHandler((call) => requestPasswordReset(services, signInInputOf(call))),
    setPassword: defineAnonymousHandler((call) => setPasswordByLink(services, signInInputOf(call))),
    validatePasswordResetToken: defineAnonymousHandler((call) => checkPasswordLink(services, signInInputOf(call))),
    authUserPhoneNumber: defineAnonymousHandler((call) => sendUserSignInCode(services, signInInputOf(call))),
    verifyUserPhoneNumber: defineAnonymousHandler((call) => exchangeUserCodeForPinToken(services, signInInputOf(call))),
    authUserPin: defineAnonymousHandler((call) => signInByPin(services, signInInputOf(call))),
  });

/** Input of a call whose tenant the gate has already found by its key. */
const signInInputOf = <B>({
  body,
  tenantId,
  ip,
  userAgent,
  now,
}: { body: B } & Pick<AnonymousCall, "tenantId" | "ip" | "userAgent" | "now">) => ({
  ...body,
  tenantId: tenantId as string,
  ip,
  userAgent,
  now,
});
