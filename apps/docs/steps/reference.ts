import type { Operation } from "@leitstand/contract/operation/operation";
import { describedOperationOf, allOperations } from "./reference/api-document";
import { type DescribedOperation, type ExampleRequest, buildExampleRequest } from "./operation-request";

export { allOperations as operations };

export const requestOfOperation = (operation: Operation): ExampleRequest =>
  buildExampleRequest(operation, describedOperationOf(operation) as DescribedOperation);
