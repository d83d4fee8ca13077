import { authOperations } from "@leitstand/contract/people/auth";
import { implement, type OpenCall, open, type Services } from "#platform/http/handler";
import { sendDeviceCode, sendUserCode, verifyDevice, verifyUserCode } from "./codes.service";
import { checkPasswordLink, requestPasswordReset, setPasswordByLink } from "./password-resets.service";
import { signInByPassword } from "./passwords.service";
import { signInByPin } from "./pins.service";

export const createAuthRoutes = (services: Services) =>
  implement(authOperations, {
    authDevice: open((call) => sendDeviceCode(services, signInInputOf(call))),
    verifyDevice: open((call) => verifyDevice(services, signInInputOf(call))),
    authUser: open((call) => signInByPassword(services, signInInputOf(call))),
    requestPasswordReset: open((call) => requestPasswordReset(services, signInInputOf(call))),
    setPassword: open((call) => setPasswordByLink(services, signInInputOf(call))),
    validatePasswordResetToken: open((call) => checkPasswordLink(services, signInInputOf(call))),
    authUserPhoneNumber: open((call) => sendUserCode(services, signInInputOf(call))),
    verifyUserPhoneNumber: open((call) => verifyUserCode(services, signInInputOf(call))),
    authUserPin: open((call) => signInByPin(services, signInInputOf(call))),
  });

/** Input of a call whose tenant the gate has already found by its key. */
const signInInputOf = <B>({
  body,
  tenantId,
  ip,
  userAgent,
  now,
}: { body: B } & Pick<OpenCall, "tenantId" | "ip" | "userAgent" | "now">) => ({
  ...body,
  tenantId: tenantId as string,
  ip,
  userAgent,
  now,
});
