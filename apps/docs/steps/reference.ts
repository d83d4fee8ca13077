import type { Operation } from "@leitstand/contract/operation/operation";
import { openApiOperationOf, allOperations } from "./reference/api-document";
import { type DescribedOperationParameters, type ExampleRequest, buildExampleRequest } from "./operation-request";

export { allOperations as operations };

export const exampleRequestOfOperation = (operation: Operation): ExampleRequest =>
  buildExampleRequest(operation, openApiOperationOf(operation) as DescribedOperationParameters);
