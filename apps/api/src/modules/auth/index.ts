export { challengeRetention, voidPasswordLinks } from "./challenges.sql";
export { sendDeviceCodeFor } from "./codes.service";
export { makeSetPasswordLink, sendSetPasswordMail } from "./password-resets.service";
export { changeOwnPassword, checkOwnPassword, signInByPassword } from "./passwords.service";
export { findPinFault } from "./pin-rule";
export { checkOwnPin, hashPin, isPinOf } from "./pins.service";
export { admitSending, clearLockouts, identifierOf } from "./throttle.service";
