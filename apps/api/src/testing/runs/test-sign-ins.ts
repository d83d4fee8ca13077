import { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "@leitstand/scenario/staff";

/** What everybody signs in with in the demonstrations of tests. */
export const testSignIns = { password: DEMONSTRATION_PASSWORD, pin: DEMONSTRATION_PIN };
/** The same for a server that is a process of its own. */
export const testSignInVariables = { DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN };
