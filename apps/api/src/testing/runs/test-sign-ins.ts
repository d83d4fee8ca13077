import { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "@leitstand/scenario/staff";

/** Password and PIN of demonstrations that tests start. */
export const demonstrationPasswordAndPin = { password: DEMONSTRATION_PASSWORD, pin: DEMONSTRATION_PIN };
/** Variables with the same password and PIN, for a server that is a process of its own. */
export const demonstrationSignInVariables = { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN };
