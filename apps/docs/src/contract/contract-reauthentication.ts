import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import { allOperations } from "@leitstand/contract/operations";

/** Operations that require a recent proof of the user's identity. */
export const listReauthenticatedOperationIds = () =>
  allOperations
    .filter((operation) => errorCodesOfOperation(operation).includes("AUTH_REAUTHENTICATION_REQUIRED"))
    .map(({ id }) => id);
