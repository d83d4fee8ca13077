import { authOperations } from "@leitstand/contract/people/auth";
import { implement, type OpenCall, open, type Services } from "#platform/http/handler";
import { sendDeviceCode, sendUserCode, verifyDevice, verifyUserCode } from "./codes.service";
import { checkLink, requestReset, setPasswordByLink } from "./password-resets.service";
import { signInByPassword } from "./passwords.service";
import { signInByPin } from "./pins.service";

export const createAuthRoutes = (services: Services) =>
  implement(authOperations, {
    authDevice: open((call) => sendDeviceCode(services, inputOf(call))),
    verifyDevice: open((call) => verifyDevice(services, inputOf(call))),
    authUser: open((call) => signInByPassword(services, inputOf(call))),
    requestPasswordReset: open((call) => requestReset(services, inputOf(call))),
    setPassword: open((call) => setPasswordByLink(services, inputOf(call))),
    validatePasswordResetToken: open((call) => checkLink(services, inputOf(call))),
    authUserPhoneNumber: open((call) => sendUserCode(services, inputOf(call))),
    verifyUserPhoneNumber: open((call) => verifyUserCode(services, inputOf(call))),
    authUserPin: open((call) => signInByPin(services, inputOf(call))),
  });

/** Input of a call whose tenant the gate has already found by its key. */
const inputOf = <B>({
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
