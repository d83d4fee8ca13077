import type { Operation } from "@leitstand/contract/operation/operation";
import { describedOf, operations } from "./reference/api-document";
import { type Described, type ExampleRequest, exampleRequest } from "./operation-request";

export { operations };

export const requestOf = (operation: Operation): ExampleRequest =>
  exampleRequest(operation, describedOf(operation) as Described);
