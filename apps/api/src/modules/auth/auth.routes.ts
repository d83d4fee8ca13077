import { authOperations } from "@leitstand/contract/people/auth";
import { implementOperations, type AnonymousCall, anonymousHandler, type Services } from "#platform/http/handler";
import { sendDeviceCode, sendUserCode, verifyDevice, verifyUserCode } from "./codes.service";
import { checkPasswordLink, requestPasswordReset, setPasswordByLink } from "./password-resets.service";
import { signInByPassword } from "./passwords.service";
import { signInByPin } from "./pins.service";

export const createAuthRoutes = (services: Services) =>
  implementOperations(authOperations, {
    authDevice: anonymousHandler((call) => sendDeviceCode(services, signInInputOf(call))),
    verifyDevice: anonymousHandler((call) => verifyDevice(services, signInInputOf(call))),
    authUser: anonymousHandler((call) => signInByPassword(services, signInInputOf(call))),
    requestPasswordReset: anonymousHandler((call) => requestPasswordReset(services, signInInputOf(call))),
    setPassword: anonymousHandler((call) => setPasswordByLink(services, signInInputOf(call))),
    validatePasswordResetToken: anonymousHandler((call) => checkPasswordLink(services, signInInputOf(call))),
    authUserPhoneNumber: anonymousHandler((call) => sendUserCode(services, signInInputOf(call))),
    verifyUserPhoneNumber: anonymousHandler((call) => verifyUserCode(services, signInInputOf(call))),
    authUserPin: anonymousHandler((call) => signInByPin(services, signInInputOf(call))),
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
