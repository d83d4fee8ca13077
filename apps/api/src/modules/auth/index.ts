export { sendDeviceCodeFor } from "./codes.service";
export { sendSetPasswordMail } from "./password-resets.service";
export { changeOwnPassword } from "./passwords.service";
export { hashPin } from "./pins.service";
export { admitSending, clearLockouts, identifierOf } from "./throttle.service";
