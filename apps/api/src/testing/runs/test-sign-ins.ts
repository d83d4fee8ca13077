import { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "@leitstand/scenario/staff";

/** The password and the PIN in demonstrations that tests start. */
export const testSignIns = { password: DEMONSTRATION_PASSWORD, pin: DEMONSTRATION_PIN };
/** The same for a server that is a process of its own. */
export const testSignInVariables = { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN };
