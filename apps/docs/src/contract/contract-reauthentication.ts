import { errorsOf } from "@leitstand/contract/operation/operation-errors";
import { allOperations } from "@leitstand/contract/operations";

/** Operations that ask people to prove again who they are. */
export const listReauthenticated = () =>
  allOperations
    .filter((operation) => errorsOf(operation).includes("AUTH_REAUTHENTICATION_REQUIRED"))
    .map(({ id }) => id);
