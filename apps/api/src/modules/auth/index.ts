export { challengeRetention, voidPasswordLinks, voidPinTokens } from "./challenges.sql";
export { authCounterRetention } from "./counters.sql";
export { sendPhoneSignInCodeForDispatcher } from "./codes.service";
export { makeSetPasswordLink, sendSetPasswordMail } from "./password-resets.service";
export { changeOwnPassword, checkOwnPassword, signInByPassword } from "./passwords.service";
export { findPinFault } from "./pin-rule";
export { checkOwnPin, hashPin, isPinOfPerson } from "./pins.service";
export { consumeMessageAllowance, clearSignInLockouts, hashIdentifierWithPepper } from "./throttle.service";
